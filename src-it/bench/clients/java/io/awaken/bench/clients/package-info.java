/** Compares the cost of reading a streamed answer with different HTTP clients. */
package io.awaken.bench.clients;
