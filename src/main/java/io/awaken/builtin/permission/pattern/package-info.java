/**
 * The pattern language of rules for tool calls, such as {@code Bash(npm *)} (features rows
 * 204-207): parsed once, with errors that name the column, and matched in time linear in the call.
 * The grammar is in {@code docs/permissions.md}.
 */
package io.awaken.builtin.permission.pattern;
