package io.awaken.protocol.aisdk.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.stream.FrameFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes chunks as frames, without a JSON tree. Stateless. */
final class Chunks {

  /** Server-sent events in the form that the protocol's clients expect. */
  static final FrameFormat FORMAT = FrameFormat.SSE.with("x-vercel-ai-ui-message-stream", "v1");

  private static final byte[] BEFORE = ascii(FORMAT.before());
  private static final byte[] AFTER = ascii(FORMAT.after());
  private static final byte[] DONE = ascii("data: [DONE]\n\n");

  private Chunks() {}

  /** Writes the fields after a chunk's type. */
  @FunctionalInterface
  interface Fields {
    Fields NONE = json -> {};

    void write(JsonGenerator json) throws IOException;
  }

  static void write(OutputStream out, String type, Fields fields) throws IOException {
    out.write(BEFORE);
    try (JsonGenerator json = ProtocolJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("type", type);
      fields.write(json);
      json.writeEndObject();
    }
    out.write(AFTER);
  }

  /**
   * Writes transient data, which does not become part of the message: clients would otherwise send
   * it back with every later request.
   */
  static void transientData(OutputStream out, String name, Fields data) throws IOException {
    write(
        out,
        "data-" + name,
        json -> {
          json.writeObjectFieldStart("data");
          data.write(json);
          json.writeEndObject();
          json.writeBooleanField("transient", true);
        });
  }

  /** Ends a stream. */
  static void done(OutputStream out) throws IOException {
    out.write(DONE);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
