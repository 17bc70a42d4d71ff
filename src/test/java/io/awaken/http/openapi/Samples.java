package io.awaken.http.openapi;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.MediaBytes;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Creates complete sample values of wire types. */
public final class Samples {

  private final ObjectMapper mapper;

  public Samples(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** A value of a type; of a sealed type, of its first permitted subtype. */
  public Object of(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (raw == String.class || raw == Object.class) {
      return "x";
    }
    if (raw == Instant.class) {
      return Instant.EPOCH;
    }
    if (raw == int.class || raw == Integer.class) {
      return 1;
    }
    if (raw == long.class || raw == Long.class) {
      return 1L;
    }
    if (raw == double.class || raw == Double.class) {
      return 1.0;
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return true;
    }
    if (JsonNode.class.isAssignableFrom(raw)) {
      return JsonNodeFactory.instance.objectNode().put("x", 1);
    }
    if (raw == MediaBytes.class) {
      return new MediaBytes(new byte[] {1});
    }
    if (raw.isEnum()) {
      return last(raw.getEnumConstants());
    }
    if (type.isCollectionLikeType()) {
      Object entry = of(type.getContentType());
      return Set.class.isAssignableFrom(raw) ? Set.of(entry) : List.of(entry);
    }
    if (type.isMapLikeType()) {
      return Map.of("x", of(type.getContentType()));
    }
    if (raw.isSealed()) {
      return of(mapper.constructType(raw.getPermittedSubclasses()[0]));
    }
    return raw == Record.class ? new Nothing(1) : record(type);
  }

  /** A value for a record with a custom serialiser. */
  record Nothing(int x) {}

  private Object record(JavaType type) {
    RecordComponent[] components = type.getRawClass().getRecordComponents();
    Object[] values =
        Arrays.stream(components)
            .map(
                each ->
                    mapper
                        .getTypeFactory()
                        .resolveMemberType(each.getGenericType(), type.getBindings()))
            .map(this::of)
            .toArray();
    try {
      var constructor =
          type.getRawClass()
              .getDeclaredConstructor(
                  Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no sample of " + type, e);
    }
  }

  private static Object last(Object[] all) {
    return all[all.length - 1];
  }
}
