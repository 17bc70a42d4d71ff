package io.awaken.http.api.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import java.io.IOException;

/**
 * An event of a list, with the same fields as in a stream.
 *
 * @param cursor of the events after it
 * @param run the run of the event; null in lists of one run
 */
record EventItem(String cursor, RunId run, StreamEvent event) implements JsonSerializable {

  @Override
  public void serialize(JsonGenerator json, SerializerProvider serializers) throws IOException {
    json.writeStartObject();
    json.writeStringField("cursor", cursor);
    write(run, event, json);
    json.writeEndObject();
  }

  /** Writes the fields of an event, and its run unless it already has one. */
  static void write(RunId run, StreamEvent event, JsonGenerator json) throws IOException {
    boolean named =
        event.event() instanceof AgentEvent.RunStart
            || event.event() instanceof AgentEvent.RunFinish;
    if (run != null && !named) {
      json.writeStringField("run_id", run.value());
    }
    EventFields.write(event, json);
  }

  @Override
  public void serializeWithType(
      JsonGenerator json, SerializerProvider serializers, TypeSerializer types) throws IOException {
    serialize(json, serializers);
  }
}
