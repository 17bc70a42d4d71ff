package io.awaken.core.secret;

import java.util.Objects;

/**
 * The owner and name of a secret.
 *
 * @param tenant its tenant, at most {@link #MAX_TENANT} characters; empty for the server's own
 * @param subject its subject, at most {@link #MAX_SUBJECT} characters; empty for secrets of the
 *     tenant or server itself
 * @param name 1 to {@link #MAX_NAME} characters
 */
public record SecretName(String tenant, String subject, String name) {

  public static final int MAX_TENANT = 128;
  public static final int MAX_SUBJECT = 256;
  public static final int MAX_NAME = 128;

  /**
   * @throws IllegalArgumentException when it cannot be stored
   */
  public SecretName {
    check("tenant", tenant, 0, MAX_TENANT);
    check("subject", subject, 0, MAX_SUBJECT);
    check("name", name, 1, MAX_NAME);
  }

  private static void check(String part, String value, int least, int most) {
    int length = Objects.requireNonNull(value, part).length();
    if (length < least || length > most) {
      throw new IllegalArgumentException(
          "the %s of a secret has %d to %d characters".formatted(part, least, most));
    }
  }
}
