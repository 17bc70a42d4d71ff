package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.awaken.core.text.Glob;

/**
 * Matches tools by a {@link Glob} of their ids: {@code *} matches any number of characters, {@code
 * \} escapes a following {@code *} or {@code \}, everything else is literal. The whole id must
 * match. Immutable.
 */
public final class ToolPattern {

  private static final int MAX_LENGTH = 128;

  private final Glob glob;

  /** An invalid pattern; the message names the position, from 1. */
  public static final class Invalid extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int position;

    private Invalid(int position, String reason) {
      super("is no pattern: " + reason + " at position " + position);
      this.position = position;
    }

    /** The position of the error, from 1. */
    public int position() {
      return position;
    }
  }

  /**
   * @param text the pattern as written; 1 to 128 characters
   * @throws Invalid when it is invalid
   */
  public ToolPattern(String text) {
    if (text.isEmpty()) {
      throw new Invalid(1, "nothing stands");
    }
    if (text.length() > MAX_LENGTH) {
      throw new Invalid(MAX_LENGTH + 1, "more than " + MAX_LENGTH + " characters stand");
    }
    try {
      glob = Glob.of(text);
    } catch (Glob.Invalid e) {
      throw new Invalid(e.position(), e.getMessage());
    }
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static ToolPattern of(String text) {
    return new ToolPattern(text);
  }

  /** Whether a tool's id matches. */
  public boolean matches(String id) {
    return glob.matches(id);
  }

  /** The pattern as written. */
  @JsonValue
  public String text() {
    return glob.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ToolPattern pattern && pattern.glob.equals(glob);
  }

  @Override
  public int hashCode() {
    return glob.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
