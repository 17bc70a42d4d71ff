/**
 * Agents, models, providers and MCP servers from files: reading JSON and YAML strictly, resolving
 * references to secrets, and checking what one document says about another. All broken files are
 * reported at once. Plain Java; where files lie is behind {@link
 * io.awaken.server.documents.source.DocumentSource}.
 */
package io.awaken.server.documents;
