/**
 * The Model Context Protocol server: one URL for clients of both eras, those with sessions and
 * those with self-contained requests. Agents are offered as tools.
 */
package io.awaken.protocol.mcp;
