/**
 * Decides about tool calls by rules: allowed, denied, or asked about first (features rows 208-212).
 * Rules come from a file of the server, from an agent's section or from code; what people approve
 * can be remembered for a run, a thread or a user. Written for operators in {@code
 * docs/permissions.md}.
 */
package io.awaken.builtin.permission;
