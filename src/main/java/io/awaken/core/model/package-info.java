/**
 * The port to a model: request, streamed answer, result and the taxonomy of errors. Adapters live
 * in {@code provider}; what follows from an answer is the loop's affair.
 */
package io.awaken.core.model;
