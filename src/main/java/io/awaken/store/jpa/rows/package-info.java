/** Entities, and the JSON in their columns. Entities are inserted and read, never modified. */
package io.awaken.store.jpa.rows;
