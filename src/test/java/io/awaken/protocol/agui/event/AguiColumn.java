package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.protocol.events.ProtocolColumn;
import java.util.List;

/** AG-UI in one of its dialects. */
public final class AguiColumn implements ProtocolColumn {

  private final String version;
  private final Dialect dialect;

  /**
   * @param version of the protocol
   */
  public AguiColumn(String version) {
    this.version = version;
    this.dialect = Dialect.of(version);
  }

  @Override
  public String title() {
    return "AG-UI " + version + ", after `RUN_STARTED`";
  }

  @Override
  public StreamEncoding encoding() {
    return new AguiEncoding(AguiReader.reading(dialect, 0, FramePosition.START));
  }

  @Override
  public List<String> names(String frames) {
    return AguiReader.frames(frames).stream()
        .map(AguiReader.Frame::event)
        .map(AguiColumn::name)
        .toList();
  }

  private static String name(JsonNode event) {
    String type = event.get("type").asText();
    JsonNode more = event.has("outcome") ? event.at("/outcome/type") : event.at("/code");
    boolean last = type.equals("RUN_FINISHED") || type.equals("RUN_ERROR");
    return last ? type + " " + more.asText() : type;
  }
}
