/**
 * Agents, models, providers and MCP servers from files: reading JSON and YAML strictly, resolving
 * references to secrets, and checking documents against each other. All broken files are reported
 * at once. Plain Java; files are read through {@link io.awaken.config.source.DocumentSource}.
 */
package io.awaken.config;
