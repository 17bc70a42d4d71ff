/**
 * Rows as entities, and the JSON within them. Entities carry inserts and reads and are never
 * changed.
 */
package io.awaken.store.jpa.rows;
