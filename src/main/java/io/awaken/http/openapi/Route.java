package io.awaken.http.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the document says about a route beyond what stands in its other annotations. A route without
 * it is not in the document.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Route {

  /** Unique in the application; methods of generated clients are called so. */
  String name();

  /** What it does, in a sentence. */
  String says();

  /** What it answers when all is well. */
  Answer[] answers();

  /**
   * What it refuses, beyond what any route may: for each status one text, the status and then the
   * codes that the answer may have, as in {@code "409 thread_busy inbox_full"}.
   */
  String[] refuses() default {};
}
