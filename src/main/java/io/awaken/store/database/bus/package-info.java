/**
 * The bus between nodes that share a PostgreSQL: hints are notifications of one channel, told in
 * transactions of their own and heard on a connection of its own. The transactions of the work know
 * nothing of it.
 */
package io.awaken.store.database.bus;
