/**
 * What happens in runs, of one run and of a thread: pages of committed events, streams that go on
 * where a client was, their encoding and their cursors.
 */
package io.awaken.http.api.event;
