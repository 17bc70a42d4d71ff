/** The bus between nodes of one process, as {@code store.database.bus} is between servers. */
package io.awaken.store.memory.bus;
