package io.awaken.protocol.a2a.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.protocol.events.ProtocolColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** A2A in the comparison of protocols. */
public final class TaskColumn implements ProtocolColumn {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public String title() {
    return "A2A 1.0";
  }

  @Override
  public StreamEncoding encoding() {
    return TaskGoldenTest.encoding();
  }

  @Override
  public List<String> names(String frames) {
    return frames
        .lines()
        .filter(line -> line.startsWith("data: "))
        .map(line -> name(line.substring("data: ".length())))
        .toList();
  }

  private static String name(String frame) {
    try {
      JsonNode event = JSON.readTree(frame);
      String kind = event.fieldNames().next();
      String state = event.at("/" + kind + "/status/state").asText();
      String last = event.at("/" + kind + "/lastChunk").asBoolean() ? "lastChunk" : "";
      return (kind + " " + state.replace("TASK_STATE_", "") + last).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
