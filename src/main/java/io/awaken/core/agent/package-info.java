/**
 * Immutable snapshots of all agents, models, providers and tools, and the resolution of an agent id
 * into everything that a run needs. Pure; independent of the source of documents.
 */
package io.awaken.core.agent;
