package io.awaken.http.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a route beyond its other annotations. A route without it is not in the document. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Route {

  /** Unique in the application; generated clients use it as a method name. */
  String name();

  /** A one-sentence description. */
  String summary();

  /** The answers on success. */
  Answer[] answers();

  /**
   * Refusals beyond the common ones: one text for each status, the status followed by the possible
   * codes, as in {@code "409 thread_busy inbox_full"}.
   */
  String[] refuses() default {};
}
