/**
 * Events of a run and of a thread: pages of committed events, resumable streams, their encoding and
 * their cursors.
 */
package io.awaken.http.api.event;
