package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A value that must not be shown: {@code toString} and JSON contain a placeholder.
 *
 * @param reveal the value; call it only to send it
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
