package io.awaken.core.text;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Text of a stranger, as it is shown to a user who decides by it: without characters that are
 * invisible or reorder others. Line breaks, tabs and the joiners of scripts and emoji stay.
 * Stateless.
 */
public final class ShownText {

  private static final Pattern BREAK = Pattern.compile("\r\n?|[\u0085\u2028\u2029]");

  /** Controls, directions (Unicode TR 9), fillers, tags and other characters without a glyph. */
  private static final Pattern HIDDEN =
      Pattern.compile(
          "[\\p{Cc}&&[^\n\t]]|[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E"
              + "\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0"
              + "\\uFFF9-\\uFFFB\\x{1BCA0}-\\x{1BCA3}\\x{1D173}-\\x{1D17A}\\x{E0000}-\\x{E0FFF}]");

  private ShownText() {}

  /** The text without hidden characters; other line breaks become line feeds; null for null. */
  public static String of(String text) {
    return text == null
        ? null
        : HIDDEN.matcher(BREAK.matcher(text).replaceAll("\n")).replaceAll("");
  }

  /** The text with hidden characters and breaks other than line feeds as JSON escapes them. */
  public static String escaped(String text) {
    return HIDDEN
        .matcher(text)
        .replaceAll(
            hidden ->
                hidden
                    .group()
                    .chars()
                    .mapToObj("\\\\u%04x"::formatted)
                    .collect(Collectors.joining()));
  }

  /** Whether a text that must stay as it is, such as a name, can be shown. */
  public static boolean isShown(String text) {
    return text.equals(of(text));
  }
}
