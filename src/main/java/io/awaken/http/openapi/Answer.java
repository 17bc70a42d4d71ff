package io.awaken.http.openapi;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** One of the answers of a {@link Route}. */
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Answer {

  /** What it shows, as JSON; without one there is no body. */
  Class<?> value() default void.class;

  /** What is in it, where {@link #value} is generic. */
  Class<?>[] of() default {};

  /** What the events of a stream show; the answer is {@code text/event-stream} then. */
  Class<?> stream() default void.class;

  /** Whether it shows bytes of any type. */
  boolean bytes() default false;

  int status() default 200;

  /** When the route answers so, where it has several answers. */
  String says() default "";
}
