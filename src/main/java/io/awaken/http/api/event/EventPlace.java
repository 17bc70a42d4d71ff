package io.awaken.http.api.event;

import io.awaken.core.run.RunId;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * Fields of listed events beside those of their type, for the OpenAPI document; {@link EventItem}
 * writes them.
 *
 * @param cursor of the events after it
 * @param seq its number in the run
 * @param runId in lists of a thread
 */
public record EventPlace(
    @Required @Described("Leads to what follows it.") String cursor,
    @Described("Its number in the run.") long seq,
    @Required @Described("ISO 8601.") String timestamp,
    @Described("In lists of a thread the run of the event.") RunId runId,
    @Described("Where plugins gave it some.") List<String> tags) {}
