package io.awaken.http.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * The JSON of external protocols: names unchanged, nulls omitted, unknown fields ignored, since
 * newer clients send more. Thread-safe.
 */
public final class ProtocolJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder(StrictJson.factory())
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ProtocolJson() {}

  /**
   * Reads a body that must be one object.
   *
   * @throws io.awaken.http.security.RefusedException 400 for anything else
   */
  public static ObjectNode object(InputStream in) throws IOException {
    JsonNode read = StrictJson.read(in, MAPPER, JsonNode.class);
    if (read == null || read.isMissingNode() || read.isNull()) {
      throw Refusal.bad("missing_body", "the body must be one JSON object").exception();
    }
    if (!(read instanceof ObjectNode object)) {
      throw Refusal.bad("malformed_json", "the body must be one JSON object").exception();
    }
    return object;
  }

  /** Returns a generator that leaves the stream open. */
  public static JsonGenerator generator(OutputStream out) throws IOException {
    return MAPPER.createGenerator(out);
  }

  /** Writes a value. */
  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The mapper of values. */
  public static JsonMapper mapper() {
    return MAPPER;
  }
}
