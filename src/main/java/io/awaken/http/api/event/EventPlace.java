package io.awaken.http.api.event;

import io.awaken.core.run.RunId;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * What an event of a list has beside the fields of its kind, for the OpenAPI document; {@link
 * EventItem} writes it.
 *
 * @param cursor leads to what follows it
 * @param seq its number in the run
 * @param runId in lists of a thread
 */
public record EventPlace(
    @Required @Described("Leads to what follows it.") String cursor,
    @Described("Its number in the run.") long seq,
    @Required @Described("ISO 8601.") String timestamp,
    @Described("In lists of a thread the run that said it.") RunId runId,
    @Described("Where plugins gave it some.") List<String> tags) {}
