package io.awaken.http.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * The JSON of the native API: snake case, nulls omitted; strict input (attack S27). Thread-safe.
 */
public final class NativeJson {

  private static final JsonMapper MAPPER = configured();
  private static final TypeReference<Map<String, Object>> VALUES = new TypeReference<>() {};

  private NativeJson() {}

  /**
   * Reads one object.
   *
   * @throws io.awaken.http.security.RefusedException 400 for invalid input
   */
  static <T> T read(InputStream in, Class<T> type) throws IOException {
    return StrictJson.read(in, MAPPER, type);
  }

  /** Reads an array of strings that we wrote; any other JSON gives null or an exception. */
  public static String[] strings(byte[] json) throws JsonProcessingException {
    try {
      return MAPPER.readValue(json, String[].class);
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Converts a parsed object to a map. */
  public static Map<String, Object> map(JsonNode object) {
    return MAPPER.convertValue(object, VALUES);
  }

  static void write(Object value, OutputStream out) throws IOException {
    MAPPER.writeValue(out, value);
  }

  /** Writes a record, an array or a value. */
  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a generator with the rules of this API that leaves the stream open. */
  public static JsonGenerator generator(OutputStream out) throws IOException {
    return MAPPER.createGenerator(out);
  }

  /** The mapper with the wire names. */
  public static JsonMapper mapper() {
    return MAPPER;
  }

  private static JsonMapper configured() {
    return JsonMapper.builder(StrictJson.factory())
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
