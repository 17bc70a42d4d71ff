/**
 * The language in which rules name tool calls, such as {@code Bash(npm *)} (features rows 204-207):
 * parsed once, with errors that name the column, and matched in time linear in the call. Its
 * grammar stands in {@code docs/permissions.md}.
 */
package io.awaken.builtin.permission.pattern;
