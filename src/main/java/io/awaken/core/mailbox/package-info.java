/**
 * How runs get to their workers: every run is a job of its thread, submitted in one transaction,
 * claimed by one owner at a time, renewed while it runs, handed over or taken over when its owner
 * goes. What a run does is not known here; {@link io.awaken.core.mailbox.RunExecutor} is the seam.
 */
package io.awaken.core.mailbox;
