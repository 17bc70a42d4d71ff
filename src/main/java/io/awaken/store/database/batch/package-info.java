/**
 * Writes of a transaction that wait for each other and travel to the database together, in the
 * connections that do so; and what all connections share that forward to another.
 */
package io.awaken.store.database.batch;
