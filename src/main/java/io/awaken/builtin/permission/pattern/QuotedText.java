package io.awaken.builtin.permission.pattern;

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
