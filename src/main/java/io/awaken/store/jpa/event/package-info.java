/** The log of events in the database, and what retention deletes of it. */
package io.awaken.store.jpa.event;
