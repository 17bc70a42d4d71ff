/**
 * The bus between nodes that share a PostgreSQL database: hints are notifications on one channel,
 * sent in separate transactions and received on a dedicated connection, independent of the
 * transactions of runs.
 */
package io.awaken.store.database.bus;
