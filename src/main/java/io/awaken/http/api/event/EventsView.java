package io.awaken.http.api.event;

import io.awaken.core.event.AgentEvent;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * A page of committed events.
 *
 * @param nextCursor leads behind the page, also where nothing is there yet; null at the beginning
 *     of nothing
 * @param hasMore whether events are there behind the page
 */
public record EventsView(
    @Described(
            value =
                "Each with its `seq` and `timestamp`, with a `cursor` that leads to what follows"
                    + " it, and in a list of a thread with its `run_id`.",
            type = AgentEvent.class,
            also = EventPlace.class)
        @Required
        List<EventItem> items,
    String nextCursor,
    boolean hasMore) {}
