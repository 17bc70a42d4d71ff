package io.awaken.core.state.value;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.pcollections.PCollection;
import org.pcollections.PMap;

/** Protects values of a snapshot from modification. */
public final class Immutable {

  private static final Set<Class<?>> COLLECTIONS =
      Set.of(
          Collection.class,
          List.class,
          Set.class,
          SortedSet.class,
          NavigableSet.class,
          Map.class,
          SortedMap.class,
          NavigableMap.class);

  private static final List<Class<?>> MUTABLE =
      List.of(JsonNode.class, Date.class, Calendar.class, StringBuilder.class, StringBuffer.class);

  // Lists of List.of and the like are immutable, so only their elements are examined.
  private static final Set<Class<?>> FIXED =
      Set.of(
          List.of().getClass(),
          List.of(1).getClass(),
          Set.of().getClass(),
          Set.of(1).getClass(),
          Map.of().getClass(),
          Map.of(1, 1).getClass());

  private static final ClassValue<Boolean> REFUSED =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return mutable(type) && !JsonNode.class.isAssignableFrom(type);
        }
      };

  private static final int MAX_DEPTH = 100;

  private Immutable() {}

  /** The first mutable type in a declaration; null for none. */
  public static JavaType offender(JavaType type) {
    return mutable(type.getRawClass()) ? type : inside(type, new HashSet<>());
  }

  private static JavaType inside(JavaType type, Set<JavaType> seen) {
    if (!seen.add(type)) {
      return null;
    }
    JavaType offender = null;
    for (int i = 0; i < type.containedTypeCount() && offender == null; i++) {
      JavaType part = type.containedType(i);
      offender = mutable(part.getRawClass()) ? part : inside(part, seen);
    }
    if (type.getRawClass().isRecord()) {
      for (RecordComponent component : type.getRawClass().getRecordComponents()) {
        JavaType part = TypeFactory.defaultInstance().constructType(component.getGenericType());
        boolean refused = REFUSED.get(part.getRawClass());
        offender = offender != null ? offender : refused ? part : inside(part, seen);
      }
    }
    return offender;
  }

  private static boolean mutable(Class<?> type) {
    if (PCollection.class.isAssignableFrom(type) || PMap.class.isAssignableFrom(type)) {
      return false;
    }
    boolean collection =
        Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    return type.isArray()
        || (collection && !COLLECTIONS.contains(type))
        || MUTABLE.stream().anyMatch(mutable -> mutable.isAssignableFrom(type))
        || type.getPackageName().equals("java.util.concurrent.atomic");
  }

  /**
   * A copy with every collection, even in records, copied and unmodifiable, so that the caller may
   * keep the original. JSON trees inside records are not copied.
   *
   * @throws IllegalArgumentException when its class is mutable, or it is nested deeper than 100
   *     levels
   */
  public static Object copyOf(Object value) {
    if (value instanceof JsonNode) {
      throw refused(value);
    }
    return copyOf(value, 0);
  }

  private static Object copyOf(Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "a value of the state is nested deeper than " + MAX_DEPTH + " levels");
    }
    return switch (value) {
      case null -> null;
      case PCollection<?> persistent -> persistent;
      case PMap<?, ?> persistent -> persistent;
      case Record record -> RecordCopy.of(record, part -> copyOf(part, depth + 1));
      case SortedSet<?> set -> sorted(set);
      case SortedMap<?, ?> map -> sorted(map, depth);
      case Map<?, ?> map -> copy(map, depth);
      case Collection<?> values -> copy(values, depth);
      default -> {
        if (REFUSED.get(value.getClass())) {
          throw refused(value);
        }
        yield value;
      }
    };
  }

  private static IllegalArgumentException refused(Object value) {
    return new IllegalArgumentException(
        value.getClass().getName() + " is mutable; use a record, List, Set or Map");
  }

  private static Object copy(Collection<?> values, int depth) {
    var copies = new ArrayList<>(values.size());
    boolean same = FIXED.contains(values.getClass());
    for (Object value : values) {
      Object copy = copyOf(value, depth + 1);
      same &= copy == value;
      copies.add(copy);
    }
    if (same) {
      return values;
    }
    if (values instanceof Set) {
      return Collections.unmodifiableSet(new LinkedHashSet<>(copies));
    }
    return copies.contains(null) ? Collections.unmodifiableList(copies) : List.copyOf(copies);
  }

  private static Map<?, ?> copy(Map<?, ?> map, int depth) {
    var copy = LinkedHashMap.<Object, Object>newLinkedHashMap(map.size());
    map.forEach((key, value) -> copy.put(key, copyOf(value, depth + 1)));
    boolean same =
        FIXED.contains(map.getClass())
            && map.entrySet().stream()
                .allMatch(entry -> copy.get(entry.getKey()) == entry.getValue());
    return same ? map : Collections.unmodifiableMap(copy);
  }

  // Elements of a sorted set are comparable, and so no collections.
  private static <E> Set<E> sorted(SortedSet<E> set) {
    return Collections.unmodifiableNavigableSet(new TreeSet<>(set));
  }

  // A copied value implements the interface that the declaration names.
  @SuppressWarnings("unchecked")
  private static <K, V> Map<K, V> sorted(SortedMap<K, V> map, int depth) {
    var copy = new TreeMap<>(map);
    copy.replaceAll((key, value) -> (V) copyOf(value, depth + 1));
    return Collections.unmodifiableNavigableMap(copy);
  }
}
