/**
 * The state of one activation and its commits: history, values, events, fence and uncommitted
 * changes. Inference and calls build on it; it depends on neither.
 */
package io.awaken.core.loop.activation;
