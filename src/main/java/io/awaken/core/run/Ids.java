package io.awaken.core.run;

/**
 * Generates ids: time-ordered and unique across nodes (UUID version 7 in the server, counters in
 * tests). Thread-safe.
 */
@FunctionalInterface
public interface Ids {

  /** Limit of an id from a client, in characters. */
  int MAX_LENGTH = 128;

  String next();

  /**
   * Checks an id from a client: 1 to 128 letters, digits and {@code -_.:@}, but neither {@code .}
   * nor {@code ..}, which a URL path cannot contain.
   *
   * @throws InvalidId naming the field and the rule
   */
  static void check(String field, String value) {
    if (value == null || value.isBlank()) {
      throw new InvalidId(field, "must not be blank");
    }
    if (value.length() > MAX_LENGTH) {
      throw new InvalidId(field, "must have at most " + MAX_LENGTH + " characters");
    }
    if (!hasOnlyAllowed(value)) {
      throw new InvalidId(field, "may have letters, digits and -_.:@ only");
    }
    if (value.equals(".") || value.equals("..")) {
      throw new InvalidId(field, "must not be '.' or '..'");
    }
  }

  static boolean hasOnlyAllowed(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (!allowed(value.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean allowed(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || "-_.:@".indexOf(c) >= 0;
  }
}
