package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A value that must never be seen: {@code toString} and JSON show a mark in its place.
 *
 * @param reveal the value itself; call it only where it is sent
 */
public record Secret(String reveal) {

  private static final String MARK = "[redacted]";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Secret of(String value) {
    return new Secret(value);
  }

  @JsonValue
  @Override
  public String toString() {
    return MARK;
  }
}
