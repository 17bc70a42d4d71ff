/**
 * Shared parts of requests: ids in paths, pages and cursors of lists, the idempotency key, messages
 * and queue fields. Validates input and names the invalid field; reads no data.
 */
package io.awaken.http.api.request;
