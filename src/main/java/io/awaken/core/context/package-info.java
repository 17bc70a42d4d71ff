/**
 * How much of a conversation a run holds: the window onto the newest messages, and the memory that
 * the runs of a node share for theirs. What makes a window smaller by meaning, such as a summary,
 * belongs here as well.
 */
package io.awaken.core.context;
