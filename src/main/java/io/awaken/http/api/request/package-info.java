/**
 * What requests of several routes have in common: ids of paths, pages and cursors of lists, the
 * idempotency key, messages and how they go through the queue. Checks what comes in and names the
 * field that is wrong; reads no data.
 */
package io.awaken.http.api.request;
