/**
 * All ports of {@code core.store} in memory, for embedding the runtime in plain Java and for unit
 * tests. Nothing survives the process but what a keeper keeps. One lock guards everything, and
 * nothing but a keeper blocks inside; {@link io.awaken.store.memory.MemoryStores} is the only way
 * in.
 */
package io.awaken.store.memory;
