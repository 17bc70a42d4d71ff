/** Runs in the database: their commits, lists and outbox. */
package io.awaken.store.jpa.run;
