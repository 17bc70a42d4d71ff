/**
 * What callers do to runs that exist: they decide the questions of suspended calls, cancel and
 * interrupt. The rules for it stand in {@code core.decision}; here they are carried out, and the
 * runs of this node told.
 */
package io.awaken.core.mailbox.control;
