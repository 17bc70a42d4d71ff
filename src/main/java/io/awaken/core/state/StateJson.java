package io.awaken.core.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.awaken.core.message.PooledBuffers;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The JSON of state, actions and effects. */
final class StateJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder(PooledBuffers.factory())
          .addModules(new JavaTimeModule(), new Jdk8Module())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private StateJson() {}

  static JavaType type(Class<?> type) {
    return MAPPER.constructType(type);
  }

  static JavaType type(TypeReference<?> type) {
    return MAPPER.constructType(type);
  }

  static <T> Codec<T> codec(JavaType type) {
    return new Binding<>(type);
  }

  private record Binding<T>(JavaType type) implements Codec<T> {

    @Override
    public JsonNode encode(T value) {
      return MAPPER.valueToTree(value);
    }

    @Override
    public T decode(JsonNode json) {
      try {
        return MAPPER.readerFor(type).readValue(json);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
