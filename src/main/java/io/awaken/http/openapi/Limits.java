package io.awaken.http.openapi;

import com.fasterxml.jackson.databind.JavaType;
import java.math.BigDecimal;
import java.util.List;
import org.eclipse.microprofile.openapi.models.media.Schema;

/** Adds the constraints of {@link Described} to schemas. */
final class Limits {

  private Limits() {}

  /** Returns the schema with its constraints. */
  static Schema put(Schema schema, JavaType type, Described described) {
    if (described == null || schema.getRef() != null) {
      return schema;
    }
    if (!described.value().isEmpty()) {
      schema.setDescription(described.value());
    }
    if (described.orNull()) {
      SchemaTypes.addNull(schema);
    }
    if (described.values().length > 0) {
      schema.setEnumeration(List.of((Object[]) described.values()));
    }
    if (!described.fallback().isEmpty()) {
      schema.setDefaultValue(fallback(type.getRawClass(), described.fallback()));
    }
    if (described.min() != Long.MIN_VALUE) {
      least(schema, type, described.min());
    }
    if (described.max() != Long.MAX_VALUE) {
      most(schema, type, described.max());
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
