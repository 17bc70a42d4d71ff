/**
 * Questions of suspended tool calls and their decisions: ticket, resume mode, decision (features
 * rows 184-186). Plain records; {@code core.store} stores tickets.
 */
package io.awaken.core.suspension;
