/**
 * What the core costs without server, network and database: phases, commits and whole runs in
 * memory, beside LangChain4j doing the same work. Run with {@code mvn -Pbench-core}.
 */
package io.awaken.bench.core;
