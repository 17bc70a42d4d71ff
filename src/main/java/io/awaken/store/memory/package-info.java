/**
 * All ports of {@code core.commit} and {@code core.mailbox} in memory, for embedding the runtime in
 * plain Java and for unit tests. Nothing survives the process. One lock guards everything and
 * nothing blocks inside; {@link io.awaken.store.memory.MemoryStores} is the only way in.
 */
package io.awaken.store.memory;
