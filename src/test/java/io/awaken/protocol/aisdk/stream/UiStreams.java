package io.awaken.protocol.aisdk.stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.protocol.events.SampleRun;
import java.util.List;
import java.util.Set;

/** Encodes and parses AI SDK streams for tests. */
public final class UiStreams {

  /** Front-end tools of the sample runs. */
  private static final Set<String> CLIENTS = Set.of("pick_colour");

  private UiStreams() {}

  public static StreamEncoding encoding() {
    return new UiStreamEncoding(name -> !CLIENTS.contains(name));
  }

  /** The chunks of a stream, without its end marker. */
  public static List<JsonNode> chunks(String stream) {
    return stream
        .lines()
        .filter(line -> line.startsWith("data: {"))
        .map(line -> SampleRun.json(line.substring("data: ".length())))
        .toList();
  }
}
