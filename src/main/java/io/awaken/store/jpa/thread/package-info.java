/**
 * Threads in the database: their messages, media and state, their lists, their changes and their
 * deletion.
 */
package io.awaken.store.jpa.thread;
