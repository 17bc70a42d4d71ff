/**
 * The server of the Model Context Protocol: one URL for clients of both eras, those with sessions
 * and those that say everything in each request. Agents are tools here.
 */
package io.awaken.protocol.mcp;
