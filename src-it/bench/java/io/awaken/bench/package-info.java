/**
 * {@code mvn -f src-it -Pbench}: measures the server under load, with its database and a model
 * endpoint on the same machine, and prints one table. {@code docs/evidence/benchmarks.md} explains
 * the figures.
 */
package io.awaken.bench;
