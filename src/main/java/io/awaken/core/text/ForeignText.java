package io.awaken.core.text;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sanitises external text, such as an exception's message or a provider's answer, for logs and
 * operators: one line, bounded, with credentials masked. Not fit for clients, since it may quote
 * anything.
 */
public final class ForeignText {

  private static final Pattern CREDENTIAL =
      Pattern.compile(
          "(?i)(\\b(?:bearer|basic)\\s+|\\b(?:password|passwd|secret|api[_-]?key|token)\"?\\s*[:=]"
              + "\\s*\"?)[^\\s\",;}]{4,}|(://[^/\\s:@]*:)[^/\\s@]+(?=@)"
              + "|\\b(?:sk|pk|ghp|gho|xox[a-z])[-_][\\w-]{12,}");

  private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\s]+");

  private ForeignText() {}

  /**
   * The text on one line; controls and line breaks become spaces.
   *
   * @param text any; null becomes empty
   * @param maxChars maximum characters, at least 2; a longer text ends with an ellipsis
   */
  public static String line(String text, int maxChars) {
    if (text == null) {
      return "";
    }
    // Cut first, to search only a bounded part of long text.
    String line = BREAKS.matcher(cut(text, maxChars)).replaceAll(" ");
    return cut(CREDENTIAL.matcher(line).replaceAll(ForeignText::redacted), maxChars).strip();
  }

  private static String cut(String text, int maxChars) {
    if (text.length() <= maxChars) {
      return text;
    }
    int end = maxChars - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  private static String redacted(MatchResult found) {
    String before = found.group(1) != null ? found.group(1) : found.group(2);
    return Matcher.quoteReplacement((before == null ? "" : before) + "[redacted]");
  }
}
