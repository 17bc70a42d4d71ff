/**
 * A model endpoint that costs next to nothing: OpenAI chat completions over plain sockets, one
 * thread, answers made in advance. The model's name decides what it does, see {@link
 * io.awaken.bench.endpoint.Behaviour}.
 */
package io.awaken.bench.endpoint;
