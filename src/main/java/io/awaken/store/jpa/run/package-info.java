/** Runs in the database: their commits, their lists, and what is told after a commit. */
package io.awaken.store.jpa.run;
