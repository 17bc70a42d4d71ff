/**
 * What is measured, in processes of its own: PostgreSQL, the model endpoint and the server with its
 * documents. All of it ends with this process.
 */
package io.awaken.bench.bed;
