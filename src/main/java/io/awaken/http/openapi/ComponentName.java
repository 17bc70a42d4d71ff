package io.awaken.http.openapi;

import com.fasterxml.jackson.databind.JavaType;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Names types in the document. */
final class ComponentName {

  private ComponentName() {}

  /** The class after its enclosing ones, and its type arguments. */
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
