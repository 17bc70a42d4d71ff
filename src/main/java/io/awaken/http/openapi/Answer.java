package io.awaken.http.openapi;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** One of the answers of a {@link Route}. */
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Answer {

  /** The body, as JSON; without it there is none. */
  Class<?> value() default void.class;

  /** The type argument of a generic {@link #value}. */
  Class<?>[] of() default {};

  /** The events of a stream; the answer is {@code text/event-stream} then. */
  Class<?> stream() default void.class;

  /** Whether the body is bytes of any type. */
  boolean bytes() default false;

  int status() default 200;

  /** When the route answers so, for routes with several answers. */
  String description() default "";
}
