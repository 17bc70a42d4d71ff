/**
 * The state of one activation of a run, and how it is committed: history, values, events, fence and
 * what waits for the next commit. Inference and calls work on it; it knows neither of them.
 */
package io.awaken.core.loop.activation;
