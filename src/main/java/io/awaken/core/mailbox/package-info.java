/**
 * Gets runs to their workers. Every run is a job of its thread: submitted in one transaction,
 * claimed by one owner at a time, renewed while it runs, handed over or taken over when its owner
 * stops. {@link io.awaken.core.mailbox.RunStarter} claims and executes, {@link
 * io.awaken.core.mailbox.Mailbox} takes runs back and signals what may wait; {@link
 * io.awaken.core.mailbox.RunExecutor} is the boundary to the loop.
 */
package io.awaken.core.mailbox;
