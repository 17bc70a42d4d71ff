/**
 * The port to a model: request, streamed answer, result and the taxonomy of errors. Adapters are in
 * {@code provider}; the loop processes answers.
 */
package io.awaken.core.model;
