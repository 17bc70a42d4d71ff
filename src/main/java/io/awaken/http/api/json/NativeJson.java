package io.awaken.http.api.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The JSON of the native API: snake case, nulls left out; strict about what comes in (quality S27).
 * Thread-safe.
 */
public final class NativeJson {

  static final int MAX_DEPTH = 64;
  static final int MAX_STRING = 1 << 20;
  static final int MAX_DIGITS = 1_000;

  private static final int BUFFERED = 1 << 10;
  private static final int BYTE_ORDER_MARK = 0xfeff;

  private static final JsonMapper MAPPER = configured();
  private static final TypeReference<Map<String, Object>> VALUES = new TypeReference<>() {};

  private NativeJson() {}

  /**
   * Reads one object.
   *
   * @throws io.awaken.http.security.RefusedException 400 for anything that it cannot be
   */
  static <T> T read(InputStream in, Class<T> type) throws IOException {
    // The parser's own decoder takes overlong forms, and encodings that JSON does not have.
    var decoder = StandardCharsets.UTF_8.newDecoder();
    try (var text = new BufferedReader(new InputStreamReader(in, decoder), BUFFERED)) {
      passOverMark(text);
      try (var parser = new StrictBody(MAPPER.createParser(text), type)) {
        return MAPPER.readValue(parser, type);
      }
    } catch (IOException e) {
      throw JsonRefusals.of(e);
    }
  }

  private static void passOverMark(Reader text) throws IOException {
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
  }

  /** Reads an array of strings that we wrote; anything else is an exception or null. */
  public static String[] strings(byte[] json) throws JsonProcessingException {
    try {
      return MAPPER.readValue(json, String[].class);
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An object that was read already, as a map. */
  public static Map<String, Object> map(JsonNode object) {
    return MAPPER.convertValue(object, VALUES);
  }

  static void write(Object value, OutputStream out) throws IOException {
    MAPPER.writeValue(out, value);
  }

  /** What is written of a record, an array or a value. */
  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A generator that writes records as this API does and leaves the stream open. */
  public static JsonGenerator generator(OutputStream out) throws IOException {
    return MAPPER.createGenerator(out);
  }

  /** Knows how everything is called on the wire. */
  public static JsonMapper mapper() {
    return MAPPER;
  }

  private static JsonMapper configured() {
    var factory =
        JsonFactory.builder()
            // Buffers kept per thread would be lost with every virtual thread.
            .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_STRING)
                    .maxNumberLength(MAX_DIGITS)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .build();
    return JsonMapper.builder(factory)
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .defaultPropertyInclusion(
            JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .withCoercionConfig(
            LogicalType.Textual,
            config ->
                config
                    .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .withCoercionConfig(
            LogicalType.Integer,
            config ->
                config
                    .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail))
        .withCoercionConfig(
            LogicalType.Boolean,
            config ->
                config
                    .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail))
        .build();
  }
}
