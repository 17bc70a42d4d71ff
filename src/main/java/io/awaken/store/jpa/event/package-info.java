/** The event log in the database, and its retention. */
package io.awaken.store.jpa.event;
