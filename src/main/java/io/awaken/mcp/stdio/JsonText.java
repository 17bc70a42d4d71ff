package io.awaken.mcp.stdio;

/**
 * Finds values in a JSON document without building objects. It follows names and skips the rest, so
 * that depth costs nothing; the server validates values. Not thread-safe; one instance for each
 * search.
 */
final class JsonText {

  private static final String WHITE = " \t\r\n";
  private static final String AFTER_LITERAL = WHITE + ",]}";

  /** The text is not JSON. */
  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Malformed() {
      super("not JSON", null, false, false);
    }
  }

  private final String json;
  private int at;

  private JsonText(String json) {
    this.json = json;
  }

  /**
   * Returns the JSON text of a value.
   *
   * @param path the names of nested objects' fields
   * @return null if there is none
   * @throws Malformed when the text, as far as it was read, is not JSON
   */
  static String raw(String json, String... path) {
    var search = new JsonText(json);
    for (String name : path) {
      if (!search.enter(name)) {
        return null;
      }
    }
    search.white();
    int from = search.at;
    search.skip();
    return json.substring(from, search.at);
  }

  /** Returns the string at a path; null if there is none or the value is not a string. */
  static String text(String json, String... path) {
    String raw = raw(json, path);
    return raw == null || raw.charAt(0) != '"' ? null : new JsonText(raw).string();
  }

  /**
   * Checks that the text is exactly one value.
   *
   * @throws Malformed if not
   */
  static void requireOne(String json) {
    var search = new JsonText(json);
    search.white();
    search.skip();
    search.white();
    if (search.at < json.length()) {
      throw new Malformed();
    }
  }

  /** Writes a JSON string. */
  static String quoted(String text) {
    var out = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  /** Moves to the value of a field of the current object; false if there is none. */
  private boolean enter(String name) {
    white();
    if (peek() != '{') {
      return false;
    }
    at++;
    white();
    if (peek() == '}') {
      return false;
    }
    while (true) {
      white();
      boolean found = string().equals(name);
      white();
      take(':');
      white();
      if (found) {
        return true;
      }
      skip();
      white();
      if (peek() == '}') {
        return false;
      }
      take(',');
    }
  }

  private void skip() {
    char first = peek();
    if (first == '"') {
      string();
    } else if (first == '{' || first == '[') {
      skipNested();
    } else {
      int from = at;
      while (at < json.length() && AFTER_LITERAL.indexOf(json.charAt(at)) < 0) {
        at++;
      }
      if (at == from) {
        throw new Malformed();
      }
    }
  }

  private void skipNested() {
    int depth = 0;
    do {
      switch (peek()) {
        case '"' -> {
          string();
          continue;
        }
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        default -> {
          // Irrelevant for where the value ends.
        }
      }
      at++;
    } while (depth > 0);
  }

  private String string() {
    take('"');
    int from = at;
    while (peek() != '"' && peek() != '\\') {
      at++;
    }
    if (peek() == '"') {
      return json.substring(from, at++);
    }
    var out = new StringBuilder().append(json, from, at);
    while (peek() != '"') {
      char c = json.charAt(at++);
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unit();
      case '"', '\\', '/' -> c;
      default -> throw new Malformed();
    };
  }

  private char unit() {
    int end = at + 4;
    if (end > json.length()) {
      throw new Malformed();
    }
    try {
      char unit = (char) Integer.parseUnsignedInt(json, at, end, 16);
      at = end;
      return unit;
    } catch (NumberFormatException e) {
      throw new Malformed();
    }
  }

  private void white() {
    while (at < json.length() && WHITE.indexOf(json.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= json.length()) {
      throw new Malformed();
    }
    return json.charAt(at);
  }

  private void take(char expected) {
    if (peek() != expected) {
      throw new Malformed();
    }
    at++;
  }
}
