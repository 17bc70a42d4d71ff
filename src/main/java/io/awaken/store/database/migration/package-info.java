/**
 * Brings the tables of a database to the version of this release when the server starts: one node
 * at a time, again after errors that pass, with one log line for each change set.
 */
package io.awaken.store.database.migration;
