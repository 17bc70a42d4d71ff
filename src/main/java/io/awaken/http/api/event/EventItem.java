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
 * An event of a list, with the fields that it has in a stream.
 *
 * @param cursor leads to what follows it
 * @param run the run that said it; null where only one run is asked about
 */
record EventItem(String cursor, RunId run, StreamEvent event) implements JsonSerializable {

  @Override
  public void serialize(JsonGenerator json, SerializerProvider serializers) throws IOException {
    json.writeStartObject();
    json.writeStringField("cursor", cursor);
    write(run, event, json);
    json.writeEndObject();
  }

  /** The fields of an event, and whose it is unless it says so itself. */
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
