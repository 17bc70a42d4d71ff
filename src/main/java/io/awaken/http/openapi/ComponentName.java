package io.awaken.http.openapi;

import com.fasterxml.jackson.databind.JavaType;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Names types in the document. */
final class ComponentName {

  private ComponentName() {}

  /** Its annotation, or else the class after its enclosing ones, and its type arguments. */
  static String of(JavaType type) {
    String name = name(type.getRawClass());
    return type.containedTypeCount() == 0
        ? name
        : IntStream.range(0, type.containedTypeCount())
            .mapToObj(i -> of(type.containedType(i)))
            .collect(Collectors.joining("And", name + "Of", ""));
  }

  private static String name(Class<?> type) {
    Schema named = type.getAnnotation(Schema.class);
    if (named != null) {
      return named.name();
    }
    Class<?> outer = type.getEnclosingClass();
    return outer == null ? type.getSimpleName() : name(outer) + type.getSimpleName();
  }
}
