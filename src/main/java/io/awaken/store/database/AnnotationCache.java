package io.awaken.store.database;

import java.lang.System.Logger.Level;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What Hibernate remembers of annotations, in a {@link ClassValue}: the JVM keeps it with the
 * annotations' classes. Those are the server's and stay, and with them this application's classes
 * would stay after it was undeployed.
 */
final class AnnotationCache {

  static final String HOLDER = "org.hibernate.boot.model.internal.BinderHelper";
  static final String FIELD = "annotationMetaCacheForRepeatableDialectOverride";

  private static final System.Logger LOG = System.getLogger(AnnotationCache.class.getName());

  private AnnotationCache() {}

  /** Has it forgotten that these classes' annotations exist; others find them anew. */
  static void forget(List<Class<?>> classes) {
    try {
      Field field = Class.forName(HOLDER).getDeclaredField(FIELD);
      field.setAccessible(true);
      var cache = (ClassValue<?>) field.get(null);
      annotationsOf(classes).forEach(cache::remove);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(Level.DEBUG, "the classes of this deployment stay in memory until a restart", e);
    }
  }

  private static Set<Class<?>> annotationsOf(List<Class<?>> classes) {
    Set<Class<?>> annotations = new HashSet<>();
    for (Class<?> type : classes) {
      Stream.<AnnotatedElement[]>of(
              new AnnotatedElement[] {type}, type.getDeclaredFields(), type.getDeclaredMethods())
          .flatMap(Stream::of)
          .flatMap(element -> Stream.of(element.getDeclaredAnnotations()))
          .map(Annotation::annotationType)
          .forEach(annotations::add);
    }
    return annotations;
  }
}
