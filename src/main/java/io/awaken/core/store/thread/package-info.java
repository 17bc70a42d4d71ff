/** Threads: their messages, media and state, how they are read, and where they are cut. */
package io.awaken.core.store.thread;
