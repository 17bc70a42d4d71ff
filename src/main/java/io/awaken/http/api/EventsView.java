package io.awaken.http.api;

import java.util.List;

/**
 * A page of committed events.
 *
 * @param nextCursor leads behind the page, also where nothing is there yet; null at the beginning
 *     of nothing
 * @param hasMore whether events are there behind the page
 */
record EventsView(List<EventItem> items, String nextCursor, boolean hasMore) {}
