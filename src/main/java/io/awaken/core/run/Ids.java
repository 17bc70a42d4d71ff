package io.awaken.core.run;

/**
 * Makes ids: time-ordered, unique over all nodes (UUID version 7 in the server, counters in tests).
 * Implementations are thread-safe.
 */
@FunctionalInterface
public interface Ids {

  /** Characters that an id from outside may have at the most. */
  int MAX_LENGTH = 128;

  String next();

  /**
   * Accepts what clients may use as an id: 1 to 128 characters, letters, digits and {@code -_.:@},
   * but neither {@code .} nor {@code ..}, which no path can name.
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

  /** Whether a text has only characters that ids may have. */
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
