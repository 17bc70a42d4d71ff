/**
 * A model endpoint with minimal cost: OpenAI chat completions over plain sockets, on one thread,
 * with prepared answers. The model's name selects its behaviour, see {@link
 * io.awaken.bench.endpoint.Behaviour}.
 */
package io.awaken.bench.endpoint;
