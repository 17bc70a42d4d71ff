package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Writes message content: text, or parts if it has media. Immutable. */
final class ContentJson {

  private final String threadId;

  ContentJson(String threadId) {
    this.threadId = threadId;
  }

  /**
   * Writes a value.
   *
   * @param parts whether the message may have parts; otherwise media is described in the text
   */
  void write(List<ContentBlock> blocks, boolean parts, JsonGenerator json) throws IOException {
    boolean media = blocks.stream().anyMatch(Media.class::isInstance);
    if (!media || !parts) {
      json.writeString(
          blocks.stream()
              .map(ContentJson::shown)
              .filter(shown -> !shown.isEmpty())
              .collect(Collectors.joining("\n")));
      return;
    }
    json.writeStartArray();
    for (ContentBlock block : blocks) {
      if (block instanceof Media medium) {
        medium(medium, json);
      } else if (!shown(block).isEmpty()) {
        json.writeStartObject();
        json.writeStringField("type", "text");
        json.writeStringField("text", shown(block));
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  /** A block as text; empty for reasoning. */
  static String shown(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> text.text();
      case ContentBlock.Thinking thinking -> "";
      case ContentBlock.Source source -> source.url() == null ? name(source) : source.url();
      case Media media -> "[" + media.kind().wire() + "]";
    };
  }

  private static String name(ContentBlock.Source source) {
    if (source.title() != null) {
      return source.title();
    }
    return source.documentId() == null ? "" : source.documentId();
  }

  private void medium(Media medium, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", medium.kind().wire());
    json.writeObjectFieldStart("source");
    json.writeStringField("type", medium.data() == null ? "url" : "data");
    if (medium.data() != null) {
      json.writeFieldName("value");
      json.writeBinary(medium.data().array());
    } else {
      json.writeStringField("value", medium.url() == null ? stored(medium) : medium.url());
    }
    if (medium.mediaType() != null) {
      json.writeStringField("mimeType", medium.mediaType());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** The native API's route for stored media; relative to the server. */
  private String stored(Media medium) {
    return "/v1/threads/" + encoded(threadId) + "/media/" + encoded(medium.mediaId());
  }

  private static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
