package io.awaken.http.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;

/**
 * Escapes characters that JSON allows, but that some line readers treat as line breaks, such as
 * Python's {@code splitlines} and Java's {@code Scanner}. A stream frame stays on one line for
 * them, too. Thread-safe.
 */
final class LineBreakEscapes extends CharacterEscapes {

  private static final long serialVersionUID = 1L;

  private static final int[] ASCII = standardAsciiEscapesForJSON();
  private static final SerializedString NEXT_LINE = new SerializedString("\\u0085");
  private static final SerializedString LINE = new SerializedString("\\u2028");
  private static final SerializedString PARAGRAPH = new SerializedString("\\u2029");

  @Override
  public int[] getEscapeCodesForAscii() {
    return ASCII;
  }

  @Override
  public SerializableString getEscapeSequence(int character) {
    return switch (character) {
      case 0x85 -> NEXT_LINE;
      case 0x2028 -> LINE;
      case 0x2029 -> PARAGRAPH;
      default -> null;
    };
  }
}
