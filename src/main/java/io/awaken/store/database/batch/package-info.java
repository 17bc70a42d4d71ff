/**
 * Gathers a transaction's writes and sends them to the database together, by wrapped connections;
 * also the base class of all forwarding connections.
 */
package io.awaken.store.database.batch;
