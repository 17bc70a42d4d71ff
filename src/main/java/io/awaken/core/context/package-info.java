/**
 * How much of a conversation a run holds and sends: the window onto the newest messages, the memory
 * that the runs of a node share for theirs, the estimate of tokens, and the truncation of a request
 * to its model's context window. What makes a window smaller by meaning, such as a summary, belongs
 * here as well.
 */
package io.awaken.core.context;
