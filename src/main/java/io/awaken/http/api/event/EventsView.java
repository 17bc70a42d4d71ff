package io.awaken.http.api.event;

import io.awaken.core.event.AgentEvent;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * A page of committed events.
 *
 * @param nextCursor of the events after the page, even if there are none yet; null if there are no
 *     events at all
 * @param hasMore whether there are events after the page
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
