package io.awaken.provider.http;

/**
 * The header in which a wire sends {@code api_key}.
 *
 * @param name for example {@code x-api-key}
 * @param prefix text before the key; may be empty
 */
public record KeyHeader(String name, String prefix) {

  /** {@code Authorization: Bearer}. */
  public static final KeyHeader BEARER = new KeyHeader("Authorization", "Bearer ");

  /** A header with the key alone. */
  public static KeyHeader named(String name) {
    return new KeyHeader(name, "");
  }
}
