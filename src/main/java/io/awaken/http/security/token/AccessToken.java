package io.awaken.http.security.token;

import io.awaken.core.run.Caller;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * A token of the file, identified by its hash. Immutable.
 *
 * @param line of the file
 * @param caller whom it authenticates
 * @param expires when it becomes invalid
 * @param hash SHA-256 of the token
 */
public record AccessToken(int line, Caller caller, Instant expires, Hash hash) {

  /**
   * The prefix of every token. Servers that also check JSON Web Tokens skip tokens with it, and
   * scanners for leaked secrets find them.
   */
  public static final String PREFIX = "awaken_";

  private static final String SCHEME = "Bearer ";
  private static final int BYTES = 32;

  public boolean expired(Instant now) {
    return !now.isBefore(expires);
  }

  /**
   * Returns the token in the header {@code Authorization}; empty if it has none with our prefix.
   *
   * @param authorization the header's value, or null
   */
  public static Optional<String> in(String authorization) {
    return Optional.ofNullable(authorization)
        .filter(text -> text.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
        .map(text -> text.substring(SCHEME.length()).strip())
        .filter(token -> token.startsWith(PREFIX));
  }

  /**
   * Creates a token.
   *
   * @param random 32 random bytes
   */
  public static String of(byte[] random) {
    if (random.length != BYTES) {
      throw new IllegalArgumentException("a token has %d random bytes".formatted(BYTES));
    }
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /** A hash, compared in constant time. */
  public static final class Hash {

    private final byte[] bytes;

    Hash(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    public static Hash of(String token) {
      try {
        var digest = MessageDigest.getInstance("SHA-256");
        return new Hash(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }

    byte[] bytes() {
      return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Hash hash && MessageDigest.isEqual(bytes, hash.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    /** Hides the value: a log must not help to find a token. */
    @Override
    public String toString() {
      return "SHA-256";
    }
  }
}
