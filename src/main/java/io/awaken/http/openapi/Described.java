package io.awaken.http.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a parameter of a route, or a component of a record on the wire, may be. It describes; what
 * is checked is checked elsewhere.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface Described {

  /** What it means. */
  String value() default "";

  /** The least number; of a text its least length, of a list its least size. */
  long min() default Long.MIN_VALUE;

  /** The greatest number; of a text its greatest length, of a list its greatest size. */
  long max() default Long.MAX_VALUE;

  /** The values that it may have, where they are few. */
  String[] values() default {};

  /** What stands for it when it is left out. */
  String fallback() default "";

  /** Whether it may be null as well, which is not the same as left out. */
  boolean orNull() default false;

  /** What it, or an entry of the list that it is, is read or written as. */
  Class<?> type() default void.class;

  /** What the entries of a list are that may stand in its place. */
  Class<?> orListOf() default void.class;

  /** What an entry of the list has beside what {@link #type} says, in the same object. */
  Class<?> also() default void.class;
}
