package io.awaken.core.schema;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * JavaScript regular expressions, as used in JSON schemas, in the syntax of Java. Where Java has no
 * equivalent, such as for some character properties, the translation accepts more.
 */
final class EcmaPattern {

  private static final int MAX_LENGTH = 4_096;

  /** Escapes with a meaning in both; other escaped letters are literal. */
  private static final String ESCAPES = "dDwWsSbBnrtfvxuc";

  private static final Pattern PROPERTY = Pattern.compile("\\\\[pPu]\\{[^}]*\\}");
  private static final Pattern NAMED_REFERENCE = Pattern.compile("\\\\k<[^>]*>");
  private static final Pattern NAMED_GROUP = Pattern.compile("\\(\\?<[^=!>][^>]*>");
  private static final Pattern LOOK_BEHIND = Pattern.compile("\\(\\?<[=!]");
  private static final Pattern REPETITION = Pattern.compile("\\{\\d{1,9}(,\\d{0,9})?\\}");

  private final String text;
  private final StringBuilder java = new StringBuilder();
  private int at;
  private boolean inClass;

  private EcmaPattern(String text) {
    this.text = text;
  }

  /** Whether a text is a regular expression of at most {@value #MAX_LENGTH} characters. */
  static boolean isPattern(String text) {
    if (text.length() > MAX_LENGTH) {
      return false;
    }
    try {
      inJava(text);
      return true;
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  /**
   * @throws PatternSyntaxException when it is no regular expression
   */
  static Pattern inJava(String text) {
    return Pattern.compile(new EcmaPattern(text).translated());
  }

  private String translated() {
    while (at < text.length()) {
      if (text.charAt(at) == '\\') {
        escape();
      } else if (inClass) {
        partOfClass();
      } else {
        part();
      }
    }
    return java.toString();
  }

  private void escape() {
    if (taken(PROPERTY, "[\\s\\S]") || !inClass && taken(NAMED_REFERENCE, "(?:)")) {
      return;
    }
    if (at + 1 == text.length()) {
      java.append('\\');
      at++;
      return;
    }
    char kind = text.charAt(at + 1);
    at += 2;
    if (kind == '0' || inClass && (kind == 'b' || kind == 'B' || Character.isDigit(kind))) {
      java.append("\\x00");
    } else if (Character.isLetter(kind) && ESCAPES.indexOf(kind) < 0) {
      java.append(kind);
    } else {
      java.append('\\').append(kind);
    }
  }

  private void partOfClass() {
    char c = text.charAt(at++);
    inClass = c != ']';
    // Java reads these as nested classes and intersections.
    java.append(c == '[' || c == '&' ? "\\" : "").append(c);
  }

  private void part() {
    char c = text.charAt(at);
    if (c == '[') {
      beginClass();
    } else if (c == '(') {
      if (!taken(NAMED_GROUP, "(") && !taken(LOOK_BEHIND, "(?=")) {
        copy(c);
      }
    } else if (c == '{') {
      Matcher repetition = REPETITION.matcher(text).region(at, text.length());
      if (repetition.lookingAt()) {
        java.append(repetition.group());
        at = repetition.end();
      } else {
        java.append('\\');
        copy(c);
      }
    } else {
      copy(c);
    }
  }

  /** An empty class matches nothing, and its opposite anything. */
  private void beginClass() {
    if (text.startsWith("[^]", at)) {
      java.append("(?s:.)");
      at += 3;
    } else if (text.startsWith("[]", at)) {
      java.append("(?!)");
      at += 2;
    } else {
      inClass = true;
      java.append('[');
      at++;
      if (text.startsWith("^", at)) {
        copy('^');
      }
    }
  }

  private void copy(char c) {
    java.append(c);
    at++;
  }

  private boolean taken(Pattern form, String written) {
    Matcher here = form.matcher(text).region(at, text.length());
    if (here.lookingAt()) {
      java.append(written);
      at = here.end();
      return true;
    }
    return false;
  }
}
