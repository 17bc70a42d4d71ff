package io.awaken.http.api.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.io.IOException;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

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
            also = Place.class)
        @Required
        List<Item> items,
    String nextCursor,
    boolean hasMore) {

  /**
   * An event of a list, with the same fields as in a stream.
   *
   * @param cursor of the events after it
   * @param run the run of the event; null in lists of one run
   */
  record Item(String cursor, RunId run, StreamEvent event) implements JsonSerializable {

    @Override
    public void serialize(JsonGenerator json, SerializerProvider serializers) throws IOException {
      json.writeStartObject();
      json.writeStringField("cursor", cursor);
      EventFields.write(run, event, json);
      json.writeEndObject();
    }

    @Override
    public void serializeWithType(
        JsonGenerator json, SerializerProvider serializers, TypeSerializer types)
        throws IOException {
      serialize(json, serializers);
    }
  }

  /**
   * Fields of listed events beside those of their type, for the OpenAPI document.
   *
   * @param cursor of the events after it
   * @param seq its number in the run
   * @param runId in lists of a thread
   */
  @Schema(name = "EventPlace")
  public record Place(
      @Required @Described("Leads to what follows it.") String cursor,
      @Described("Its number in the run.") long seq,
      @Required @Described("ISO 8601.") String timestamp,
      @Described("In lists of a thread the run of the event.") RunId runId,
      @Described("Where plugins gave it some.") List<String> tags) {}
}
