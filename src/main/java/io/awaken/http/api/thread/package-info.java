/**
 * Threads: create, list, change and delete them, read their messages and add to them, stop what
 * runs in them.
 */
package io.awaken.http.api.thread;
