package io.awaken.protocol.aisdk.stream;

import io.awaken.http.stream.StreamEncoding;
import io.awaken.protocol.events.ProtocolColumn;
import java.util.List;

/** The AI SDK in the comparison of protocols. */
public final class UiColumn implements ProtocolColumn {

  @Override
  public String title() {
    return "AI SDK";
  }

  @Override
  public StreamEncoding encoding() {
    return UiStreams.encoding();
  }

  @Override
  public List<String> names(String frames) {
    return UiStreams.chunks(frames).stream()
        .map(
            chunk -> {
              String type = chunk.get("type").asText();
              boolean preliminary = chunk.path("preliminary").asBoolean();
              String why = chunk.path("finishReason").asText("");
              return type
                  + (preliminary ? " (preliminary)" : "")
                  + (why.isEmpty() ? "" : " " + why);
            })
        .toList();
  }
}
