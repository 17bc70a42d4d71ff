package io.awaken.http.openapi;

import com.fasterxml.jackson.databind.JavaType;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the shapes of the wire are called in the document. */
final class ComponentName {

  private ComponentName() {}

  /** The class behind those that it is inside of, and what it is of. */
  static String of(JavaType type) {
    String name = name(type.getRawClass());
    return type.containedTypeCount() == 0
        ? name
        : IntStream.range(0, type.containedTypeCount())
            .mapToObj(i -> of(type.containedType(i)))
            .collect(Collectors.joining("And", name + "Of", ""));
  }

  private static String name(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return outer == null ? type.getSimpleName() : name(outer) + type.getSimpleName();
  }
}
