package io.awaken.core.state;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
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

/** Keeps what a snapshot holds from changing under its readers. */
final class Immutable {

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

  private Immutable() {}

  /** The first type in a declaration whose values could be changed in place; null for none. */
  static JavaType offender(JavaType type) {
    if (mutable(type.getRawClass())) {
      return type;
    }
    for (int i = 0; i < type.containedTypeCount(); i++) {
      JavaType offender = offender(type.containedType(i));
      if (offender != null) {
        return offender;
      }
    }
    return null;
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
   * The same value with every collection in it copied and unmodifiable: whoever made it may hold on
   * to the original. What is inside of records stays as it is.
   */
  static Object copyOf(Object value) {
    return switch (value) {
      case PCollection<?> persistent -> persistent;
      case PMap<?, ?> persistent -> persistent;
      case SortedSet<?> set -> sorted(set);
      case Set<?> set -> Collections.unmodifiableSet(new LinkedHashSet<>(copies(set)));
      case SortedMap<?, ?> map -> sorted(map);
      case Map<?, ?> map -> copy(map);
      case Collection<?> list -> Collections.unmodifiableList(copies(list));
      case null, default -> value;
    };
  }

  private static List<Object> copies(Collection<?> values) {
    var copies = new ArrayList<>(values.size());
    for (Object value : values) {
      copies.add(copyOf(value));
    }
    return copies;
  }

  private static Map<Object, Object> copy(Map<?, ?> map) {
    var copy = LinkedHashMap.<Object, Object>newLinkedHashMap(map.size());
    map.forEach((key, value) -> copy.put(key, copyOf(value)));
    return Collections.unmodifiableMap(copy);
  }

  // Elements of a sorted set are compared, so that they are no collections themselves.
  private static <E> Set<E> sorted(SortedSet<E> set) {
    return Collections.unmodifiableNavigableSet(new TreeSet<>(set));
  }

  // A copied value is of the interface that the declaration names.
  @SuppressWarnings("unchecked")
  private static <K, V> Map<K, V> sorted(SortedMap<K, V> map) {
    var copy = new TreeMap<>(map);
    copy.replaceAll((key, value) -> (V) copyOf(value));
    return Collections.unmodifiableNavigableMap(copy);
  }
}
