/**
 * How much of a conversation a run keeps and sends: the window of newest messages, the memory
 * shared by the runs of a node, the estimate of tokens, truncation to the model's context window,
 * and summaries.
 */
package io.awaken.core.context;
