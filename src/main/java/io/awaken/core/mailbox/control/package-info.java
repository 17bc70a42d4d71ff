/**
 * Commands of callers to existing runs: decide, cancel, interrupt. {@code core.decision} has the
 * rules; this package carries them out and signals the runs of this node.
 */
package io.awaken.core.mailbox.control;
