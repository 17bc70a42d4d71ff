package io.awaken.core.state.profile;

/** Length limits of shared values and their addresses; every store enforces them. */
public final class ProfileLimits {

  /** Maximum characters of a key. */
  public static final int MAX_KEY = 256;

  /** Maximum characters of a namespace. */
  public static final int MAX_NAMESPACE = 128;

  /** Maximum characters of a value's JSON. */
  public static final int MAX_VALUE = 256 * 1024;

  private ProfileLimits() {}

  /**
   * @throws IllegalArgumentException naming the field and its limit
   */
  public static void checkAddress(String namespace, String key) {
    checkText("profile namespace", namespace, MAX_NAMESPACE);
    checkText("profile key", key, MAX_KEY);
  }

  /**
   * @throws IllegalArgumentException naming the field and its limit
   */
  public static void checkValue(String namespace, String json) {
    if (json.length() > MAX_VALUE) {
      throw new IllegalArgumentException(
          "a profile value of "
              + namespace
              + " has "
              + json.length()
              + " characters of JSON, the limit is "
              + MAX_VALUE);
    }
  }

  private static void checkText(String field, String text, int limit) {
    if (text == null || text.isBlank() || text.length() > limit) {
      int length = text == null ? 0 : text.length();
      throw new IllegalArgumentException(
          "a " + field + " has 1 to " + limit + " characters, this one " + length);
    }
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a " + field + " has no NUL characters");
    }
  }
}
