/**
 * The way to the database: the data source that the configuration names, the checks at start, the
 * entity manager factory, and transactions.
 *
 * <p>Nothing here knows a table of the product; the stores bring their entities and use {@link
 * io.awaken.store.database.Transactions}.
 */
package io.awaken.store.database;
