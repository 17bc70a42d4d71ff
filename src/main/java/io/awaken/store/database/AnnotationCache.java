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
 * Hibernate's cache of annotations in a {@link ClassValue}. The JVM stores its values in the
 * annotation classes, which belong to the server, and so would keep this application's classes
 * after undeployment.
 *
 * <p>Resolved at startup, since the class loader of a stopped application loads nothing.
 */
public final class AnnotationCache {

  static final String HOLDER = "org.hibernate.boot.model.internal.BinderHelper";
  static final String FIELD = "annotationMetaCacheForRepeatableDialectOverride";

  private static final System.Logger LOG = System.getLogger(AnnotationCache.class.getName());

  private final ClassValue<?> cache;
  private final Set<Class<?>> annotations;

  private AnnotationCache(ClassValue<?> cache, Set<Class<?>> annotations) {
    this.cache = cache;
    this.annotations = annotations;
  }

  /** Finds the cache of these classes' annotations. */
  public static AnnotationCache of(List<Class<?>> classes) {
    return new AnnotationCache(find(), annotationsOf(classes));
  }

  private static ClassValue<?> find() {
    try {
      Field field = Class.forName(HOLDER).getDeclaredField(FIELD);
      field.setAccessible(true);
      return (ClassValue<?>) field.get(null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(Level.DEBUG, "after a redeployment the old classes stay until a restart", e);
      return null;
    }
  }

  /** Clears the cache; later reads rebuild it. */
  public void forget() {
    if (cache != null) {
      for (Class<?> annotation : annotations) {
        cache.remove(annotation);
      }
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
