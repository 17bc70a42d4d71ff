/**
 * What agents exist: immutable snapshots of all agents, models, providers and tools, and the
 * resolution of an agent id into everything a run needs. Pure; where documents come from is not
 * known here.
 */
package io.awaken.core.agent;
