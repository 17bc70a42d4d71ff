/**
 * What servers of tools ask people (features rows 1131-1132): a form of plain fields, or a page to
 * visit, as a question of ours, and the answer to it as the server wants it. Nothing that a server
 * names is fetched here.
 */
package io.awaken.builtin.mcp.question;
