package io.awaken.http.openapi;

import com.fasterxml.jackson.databind.JavaType;
import java.math.BigDecimal;
import java.util.List;
import org.eclipse.microprofile.openapi.models.media.Schema;

/** Puts into schemas what {@link Described} says. */
final class Limits {

  private Limits() {}

  /** The schema with the limits of what it describes. */
  static Schema put(Schema schema, JavaType type, Described said) {
    if (said == null || schema.getRef() != null) {
      return schema;
    }
    if (!said.value().isEmpty()) {
      schema.setDescription(said.value());
    }
    if (said.orNull()) {
      SchemaTypes.addNull(schema);
    }
    if (said.values().length > 0) {
      schema.setEnumeration(List.of((Object[]) said.values()));
    }
    if (!said.fallback().isEmpty()) {
      schema.setDefaultValue(fallback(type.getRawClass(), said.fallback()));
    }
    if (said.min() != Long.MIN_VALUE) {
      least(schema, type, said.min());
    }
    if (said.max() != Long.MAX_VALUE) {
      most(schema, type, said.max());
    }
    return schema;
  }

  private static void least(Schema schema, JavaType type, long limit) {
    if (type.isCollectionLikeType()) {
      schema.setMinItems(Math.toIntExact(limit));
    } else if (type.hasRawClass(String.class)) {
      schema.setMinLength(Math.toIntExact(limit));
    } else {
      schema.setMinimum(BigDecimal.valueOf(limit));
    }
  }

  private static void most(Schema schema, JavaType type, long limit) {
    if (type.isCollectionLikeType()) {
      schema.setMaxItems(Math.toIntExact(limit));
    } else if (type.hasRawClass(String.class)) {
      schema.setMaxLength(Math.toIntExact(limit));
    } else {
      schema.setMaximum(BigDecimal.valueOf(limit));
    }
  }

  private static Object fallback(Class<?> type, String text) {
    if (type == boolean.class) {
      return Boolean.valueOf(text);
    }
    return type == String.class ? text : Long.valueOf(text);
  }
}
