/**
 * Puts documents, model adapters and tools together into one immutable registry snapshot, or says
 * why they do not fit. Plain Java; where each of them comes from is known to the composition root
 * only.
 */
package io.awaken.server.registry;
