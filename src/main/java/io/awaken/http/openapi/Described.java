package io.awaken.http.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a parameter of a route, or a component of a record on the wire. For documentation only;
 * validation is elsewhere.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface Described {

  /** Its meaning. */
  String value() default "";

  /** The least number; the least length of a text, the least size of a list. */
  long min() default Long.MIN_VALUE;

  /** The greatest number; the greatest length of a text, the greatest size of a list. */
  long max() default Long.MAX_VALUE;

  /** The allowed values, if there are few. */
  String[] values() default {};

  /** The default. */
  String fallback() default "";

  /** Whether null is allowed, which differs from a missing value. */
  boolean orNull() default false;

  /** The wire type of it, or of a list's entries. */
  Class<?> type() default void.class;

  /** The entry type of a list that is accepted instead. */
  Class<?> orListOf() default void.class;

  /** A type whose fields a list's entries have beside those of {@link #type}. */
  Class<?> also() default void.class;
}
