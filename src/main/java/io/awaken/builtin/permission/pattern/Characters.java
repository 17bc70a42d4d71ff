package io.awaken.builtin.permission.pattern;

/** The text of a pattern, read from left to right. Used by one thread. */
final class Characters {

  private static final char END = '\0';

  private final String text;
  private int at;

  Characters(String text) {
    this.text = text;
  }

  /** The next character; 0 at the end. */
  char peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  boolean ended() {
    return at >= text.length();
  }

  char next() {
    return text.charAt(at++);
  }

  /** Consumes this text if it comes next. */
  boolean take(String expected) {
    boolean there = text.startsWith(expected, at);
    at += there ? expected.length() : 0;
    return there;
  }

  void skipBlanks() {
    while (!ended() && Character.isWhitespace(peek())) {
      at++;
    }
  }

  int mark() {
    return at;
  }

  void back(int mark) {
    at = mark;
  }

  /** Counted from 1. */
  int column() {
    return at + 1;
  }

  String from(int mark) {
    return text.substring(mark, at);
  }

  PatternException expected(String what) {
    return new PatternException(column(), what);
  }

  /**
   * A quoted text: a backslash escapes the quote character; other escapes are left to the reader of
   * the text.
   *
   * @param text the text between the quotes
   * @param column its start
   */
  record QuotedText(String text, int column) {

    /** Whether a quote comes next. */
    static boolean begins(Characters in) {
      return in.peek() == '"' || in.peek() == '\'';
    }

    static QuotedText read(Characters in) {
      char quote = in.next();
      int column = in.column();
      var text = new StringBuilder();
      while (!in.ended() && in.peek() != quote) {
        char c = in.next();
        if (c == '\\' && !in.ended()) {
          if (in.peek() != quote) {
            text.append(c);
          }
          text.append(in.next());
        } else {
          text.append(c);
        }
      }
      if (in.ended()) {
        throw in.expected("a closing " + quote);
      }
      in.next();
      return new QuotedText(text.toString(), column);
    }
  }
}
