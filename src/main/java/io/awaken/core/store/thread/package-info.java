/** Threads: their messages, media and state, what of them is read, and where they are cut. */
package io.awaken.core.store.thread;
