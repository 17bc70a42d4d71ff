package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Names tools by a pattern of their ids: {@code *} stands for any number of characters, {@code \}
 * takes its meaning from the {@code *} or {@code \} behind it, everything else is itself. The whole
 * id has to match. Immutable.
 *
 * @param text the pattern as written; 1 to 128 characters
 */
public record ToolPattern(@JsonValue String text) {

  private static final int MAX_LENGTH = 128;
  private static final char ANY = '*';
  private static final char ESCAPE = '\\';

  /** A pattern that does not parse; the message names the place, counted from 1. */
  public static final class Invalid extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int position;

    private Invalid(int position, String reason) {
      super("is no pattern: " + reason + " at position " + position);
      this.position = position;
    }

    /** Where it stops making sense, counted from 1. */
    public int position() {
      return position;
    }
  }

  /**
   * @throws Invalid when it does not parse
   */
  public ToolPattern {
    if (text.isEmpty()) {
      throw new Invalid(1, "nothing stands");
    }
    if (text.length() > MAX_LENGTH) {
      throw new Invalid(MAX_LENGTH + 1, "more than " + MAX_LENGTH + " characters stand");
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == ESCAPE) {
        i++;
        if (i == text.length()) {
          throw new Invalid(i, "a '\\' with nothing behind it stands");
        }
        if (text.charAt(i) != ANY && text.charAt(i) != ESCAPE) {
          throw new Invalid(i, "a '\\' that is not before '*' or '\\' stands");
        }
      }
    }
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static ToolPattern of(String text) {
    return new ToolPattern(text);
  }

  /** Whether a tool's id matches; in time of at most both lengths multiplied. */
  public boolean matches(String id) {
    int at = 0;
    int in = 0;
    int star = -1;
    int retry = 0;
    while (in < id.length()) {
      if (at < text.length() && text.charAt(at) == ANY) {
        star = at++;
        retry = in;
      } else if (at < text.length() && literal(at) == id.charAt(in)) {
        at += width(at);
        in++;
      } else if (star >= 0) {
        at = star + 1;
        in = ++retry;
      } else {
        return false;
      }
    }
    while (at < text.length() && text.charAt(at) == ANY) {
      at++;
    }
    return at == text.length();
  }

  private char literal(int at) {
    return text.charAt(text.charAt(at) == ESCAPE ? at + 1 : at);
  }

  private int width(int at) {
    return text.charAt(at) == ESCAPE ? 2 : 1;
  }

  @Override
  public String toString() {
    return text;
  }
}
