/**
 * Elicitations of MCP servers (features rows 1131-1132): a form of plain fields or a page to visit
 * becomes a suspension, and its decision the reply to the server. Addresses that a server names are
 * never fetched.
 */
package io.awaken.builtin.mcp.question;
