/**
 * Allows, denies or asks about tool calls by rules (features rows 208-212). Rules come from a file
 * of the server, from an agent's section or from code; approvals can be remembered for a run, a
 * thread or a user. The guide is {@code docs/permissions.md}.
 */
package io.awaken.builtin.permission;
