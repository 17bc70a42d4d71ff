package io.awaken.core.mailbox;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a job keeps of the exception that its run broke off with: class and message on one line, at
 * most {@value #MAX_CHARS} characters, and nothing that looks like a credential.
 */
final class FailureNote {

  static final int MAX_CHARS = 2_048;

  private static final Pattern CREDENTIAL =
      Pattern.compile(
          "(?i)(\\b(?:bearer|basic)\\s+|\\b(?:password|passwd|secret|api[_-]?key|token)\"?\\s*[:=]"
              + "\\s*\"?)[^\\s\",;}]{4,}|(://[^/\\s:@]*:)[^/\\s@]+(?=@)"
              + "|\\b(?:sk|pk|ghp|gho|xox[a-z])[-_][\\w-]{12,}");

  private FailureNote() {}

  static String of(Throwable failure) {
    String name = failure.getClass().getName();
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return name;
    }
    // Cut first: what an exception quotes may be long, and only so much of it is searched.
    String note = cut(name + ": " + message).replaceAll("[\\p{Cntrl}\\s]+", " ");
    return cut(CREDENTIAL.matcher(note).replaceAll(FailureNote::redacted));
  }

  private static String cut(String text) {
    if (text.length() <= MAX_CHARS) {
      return text;
    }
    int end = MAX_CHARS - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  private static String redacted(MatchResult found) {
    String before = found.group(1) != null ? found.group(1) : found.group(2);
    return Matcher.quoteReplacement((before == null ? "" : before) + "[redacted]");
  }
}
