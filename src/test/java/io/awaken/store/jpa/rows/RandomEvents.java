package io.awaken.store.jpa.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.MediaBytes;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Random events of every type: any component that may be null is, now and then. */
final class RandomEvents {

  private final Random random;
  private final List<String> texts;

  /**
   * @param texts values of ids and texts
   */
  RandomEvents(Random random, List<String> texts) {
    this.random = random;
    this.texts = texts;
  }

  /** The types of events. */
  static Stream<Class<?>> types() {
    return kinds(AgentEvent.class);
  }

  private static Stream<Class<?>> kinds(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(RandomEvents::kinds)
        : Stream.of(type);
  }

  /** An event of any type. */
  AgentEvent any() {
    return (AgentEvent) record(any(types().toList()));
  }

  /** An event of this type. */
  AgentEvent of(Class<?> type) {
    return (AgentEvent) record(type);
  }

  /** A component that is refused as null, or as too small, is drawn again. */
  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    while (true) {
      try {
        Constructor<?> made = type.getDeclaredConstructor(types);
        made.setAccessible(true);
        return made.newInstance(
            Stream.of(components)
                .map(each -> orNull(each.getType(), each.getGenericType()))
                .toArray());
      } catch (InvocationTargetException refused) {
        if (!(refused.getCause() instanceof NullPointerException
            || refused.getCause() instanceof IllegalArgumentException)) {
          throw new IllegalStateException("cannot create a " + type, refused);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot create a " + type, e);
      }
    }
  }

  private Object orNull(Class<?> type, Type generic) {
    return !type.isPrimitive() && random.nextInt(5) == 0 ? null : value(type, generic);
  }

  private Object value(Class<?> type, Type generic) {
    if (type == String.class) {
      return any(texts);
    }
    if (type == long.class || type == Long.class) {
      return random.nextLong(1 << random.nextInt(1, 30));
    }
    if (type == Integer.class) {
      return random.nextInt(1 << random.nextInt(1, 30));
    }
    if (type == boolean.class) {
      return random.nextBoolean();
    }
    if (JsonNode.class.isAssignableFrom(type)) {
      return type == ObjectNode.class ? object() : json();
    }
    if (type == List.class) {
      var entry = (Class<?>) ((ParameterizedType) generic).getActualTypeArguments()[0];
      return several(() -> value(entry, entry));
    }
    if (type == MediaBytes.class) {
      return new MediaBytes(any(texts).getBytes(StandardCharsets.UTF_8));
    }
    if (type.isEnum()) {
      return any(List.of(type.getEnumConstants()));
    }
    return record(any(kinds(type).toList()));
  }

  private List<Object> several(Supplier<Object> value) {
    return Stream.generate(value).limit(random.nextInt(3)).toList();
  }

  private JsonNode json() {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return switch (random.nextInt(6)) {
      case 0 -> json.numberNode(new BigDecimal("1.50"));
      case 1 -> json.textNode(any(texts));
      case 2 -> json.arrayNode().add(object()).add(random.nextInt());
      case 3 -> json.booleanNode(true);
      default -> object();
    };
  }

  /** Its fields are those of events, which must not get short names. */
  private ObjectNode object() {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      object.set(any(List.of("thread_id", "event_type", "e", "id", "m", "message_id")), json());
    }
    return object;
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
