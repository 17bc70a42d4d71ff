/** What reading a streamed answer costs with one HTTP client or another. */
package io.awaken.bench.clients;
