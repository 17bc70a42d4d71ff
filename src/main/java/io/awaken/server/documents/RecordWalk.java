package io.awaken.server.documents;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Follows a document along the type of its record, and finds what the mapper reports without the
 * field, or not at all: aliases, a field given under two names, and empty entries of lists and
 * maps. Free JSON, such as a section or a schema, may have empty entries.
 */
final class RecordWalk {

  private final Map<String, String> aliases = new HashMap<>();
  private final BiConsumer<String, String> problems;
  private boolean fits = true;

  private RecordWalk(BiConsumer<String, String> problems) {
    this.problems = problems;
  }

  /** The aliases that a document uses, by the field that each stands for. */
  static Map<String, String> aliases(ObjectNode document, Class<?> type) {
    var walk = new RecordWalk((field, reason) -> {});
    walk.object(document, type, "");
    return walk.aliases;
  }

  /** Reports each problem with its field; returns whether there is none. */
  static boolean fits(ObjectNode document, Class<?> type, BiConsumer<String, String> problems) {
    var walk = new RecordWalk(problems);
    walk.object(document, type, "");
    return walk.fits;
  }

  private void object(JsonNode object, Class<?> type, String at) {
    for (RecordComponent component : type.getRecordComponents()) {
      String name =
          PropertyNamingStrategies.SnakeCaseStrategy.INSTANCE.translate(component.getName());
      List<String> given =
          Stream.concat(Stream.of(name), aliases(component)).filter(object::has).toList();
      if (given.size() > 1) {
        report(at + given.get(1), "is an alias of " + given.get(0) + "; give one of them");
      }
      for (String one : given) {
        if (!one.equals(name)) {
          aliases.put(at + name, at + one);
        }
        value(object.get(one), component.getGenericType(), at + one);
      }
    }
  }

  private static Stream<String> aliases(RecordComponent component) {
    JsonAlias alias = component.getAccessor().getAnnotation(JsonAlias.class);
    return alias == null ? Stream.empty() : Arrays.stream(alias.value());
  }

  private void value(JsonNode value, Type type, String at) {
    if (type instanceof ParameterizedType container) {
      Type[] of = container.getActualTypeArguments();
      if (container.getRawType() == Map.class && value.isObject()) {
        value
            .properties()
            .forEach(entry -> entry(entry.getValue(), of[1], at + "." + entry.getKey()));
      } else if (container.getRawType() != Map.class && value.isArray()) {
        for (int i = 0; i < value.size(); i++) {
          entry(value.get(i), of[0], at + "[" + i + "]");
        }
      }
    } else if (type instanceof Class<?> nested && nested.isRecord() && value.isObject()) {
      object(value, nested, at + ".");
    }
  }

  private void entry(JsonNode entry, Type type, String at) {
    if (entry.isNull() && type != JsonNode.class) {
      report(at, "must not be empty; remove it or give it a value");
    } else {
      value(entry, type, at);
    }
  }

  private void report(String field, String reason) {
    fits = false;
    problems.accept(field, reason);
  }
}
