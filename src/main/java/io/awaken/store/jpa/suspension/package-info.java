/** Suspensions in the database, and their decisions. */
package io.awaken.store.jpa.suspension;
