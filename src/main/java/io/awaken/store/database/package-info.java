/**
 * Access to the database: the configured data source, startup checks, the entity manager factory
 * and transactions.
 *
 * <p>Independent of the product's tables; the stores provide their entities and use {@link
 * io.awaken.store.database.Transactions}.
 */
package io.awaken.store.database;
