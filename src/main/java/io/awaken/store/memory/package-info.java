/**
 * All ports of {@code core.store} in memory, for embedding the runtime in plain Java and for unit
 * tests. Only what a keeper stores survives the process. One lock guards everything, and only a
 * keeper blocks inside; {@link io.awaken.store.memory.MemoryStores} is the only entry point.
 */
package io.awaken.store.memory;
