/** Threads: create, list, change and delete them, read and send messages, interrupt and cancel. */
package io.awaken.http.api.thread;
