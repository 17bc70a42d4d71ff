/**
 * Combines documents, model adapters and tools into one immutable registry snapshot, or reports why
 * they conflict. Plain Java; only the composition root knows their sources.
 */
package io.awaken.config.registry;
