package io.awaken.builtin.permission.pattern;

/**
 * A text between quotes: a backslash takes the meaning of a quote of that kind; every other pair
 * with a backslash is left to the reader of the text.
 *
 * @param text what stands between the quotes
 * @param column where it begins
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
