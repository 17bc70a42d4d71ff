/** Threads in the database: their messages, media, state, lists, updates and deletion. */
package io.awaken.store.jpa.thread;
