/**
 * The system under test, each part in its own process: PostgreSQL, the model endpoint and the
 * server with its documents. All processes end with this one.
 */
package io.awaken.bench.bed;
