/**
 * {@code mvn -Pbench}: measures the server under load beside its database and a model endpoint, all
 * on this machine, and prints one table. What is measured and what it says: {@code
 * docs/benchmarks.md}.
 */
package io.awaken.bench;
