/**
 * Measures the core without server, network and database: phases, commits and complete runs in
 * memory, compared with LangChain4j. Run with {@code mvn -f src-it -Pbench-core}.
 */
package io.awaken.bench.core;
