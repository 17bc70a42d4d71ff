package io.awaken.provider.scripted;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Extracts tool arguments from a plain English sentence. */
final class DemoPhrases {

  private static final Set<String> BEFORE_CITY = Set.of("in", "for", "at", "of");
  private static final Set<String> AFTER_CITY =
      Set.of("today", "tomorrow", "now", "right", "please", "and", "like", "is", "this", "on");
  private static final String OPERATORS = "+-*/%^";

  private DemoPhrases() {}

  /** The words after "in", "for", "at" or "of", up to punctuation or a word such as "today". */
  static Optional<String> city(String text) {
    String[] words = text.strip().split("\\s+");
    for (int i = 0; i < words.length - 1; i++) {
      if (BEFORE_CITY.contains(words[i].toLowerCase(Locale.ROOT))) {
        String city = name(words, i + 1);
        if (!city.isEmpty()) {
          return Optional.of(city);
        }
      }
    }
    return Optional.empty();
  }

  private static String name(String[] words, int from) {
    var name = new StringBuilder();
    for (int i = from; i < words.length; i++) {
      String bare = letters(words[i]);
      if (bare.isEmpty() || AFTER_CITY.contains(bare.toLowerCase(Locale.ROOT))) {
        break;
      }
      name.append(name.isEmpty() ? "" : " ").append(bare);
      if (bare.length() < words[i].length()) {
        break;
      }
    }
    return name.toString();
  }

  /** The word up to the first character that no name contains. */
  private static String letters(String word) {
    int end = 0;
    while (end < word.length()
        && (Character.isLetter(word.charAt(end)) || "-'.".indexOf(word.charAt(end)) >= 0)) {
      end++;
    }
    while (end > 0 && word.charAt(end - 1) == '.') {
      end--;
    }
    return word.substring(0, end);
  }

  /** The longest arithmetic expression: digits separated by operators. */
  static Optional<String> expression(String text) {
    String best = "";
    int begin = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || !arithmetic(text.charAt(i))) {
        String stretch = trimmed(text.substring(begin, i));
        if (stretch.length() > best.length() && calculates(stretch)) {
          best = stretch;
        }
        begin = i + 1;
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  private static boolean arithmetic(char c) {
    return c >= '0' && c <= '9' || OPERATORS.indexOf(c) >= 0 || " .()".indexOf(c) >= 0;
  }

  /** Without the full stop that ends a sentence. */
  private static String trimmed(String stretch) {
    String text = stretch.strip();
    return text.endsWith(".") ? text.substring(0, text.length() - 1).strip() : text;
  }

  private static boolean calculates(String stretch) {
    boolean digit = false;
    boolean operator = false;
    for (char c : stretch.toCharArray()) {
      if (Character.isDigit(c)) {
        if (operator) {
          return true;
        }
        digit = true;
      } else if (OPERATORS.indexOf(c) >= 0) {
        operator = digit;
      }
    }
    return false;
  }

  /** A zone such as {@code Europe/Zurich} or {@code UTC}. */
  static Optional<String> zone(String text) {
    for (String word : text.split("[\\s?!,;]+")) {
      String bare = word.endsWith(".") ? word.substring(0, word.length() - 1) : word;
      boolean path = bare.indexOf('/') > 0 && Character.isLetter(bare.charAt(0));
      if (path || bare.equals("UTC") || bare.equals("GMT")) {
        return Optional.of(bare);
      }
    }
    return Optional.empty();
  }
}
