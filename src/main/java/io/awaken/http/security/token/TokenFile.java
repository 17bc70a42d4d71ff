package io.awaken.http.security.token;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The tokens of the file that {@code awaken.security.tokens.file} names. Polled every second, so
 * that removing a line revokes its token without a restart. An invalid version is logged and
 * ignored, and the previous one stays; deleting the file revokes all of its tokens. Thread-safe.
 */
public final class TokenFile {

  /** Time between two polls of the file. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Logger LOG = System.getLogger(TokenFile.class.getName());

  private final Path path;
  private final InstantSource clock;
  private volatile List<AccessToken> tokens = List.of();

  /** The last polled content, or the reason why there was none. */
  private byte[] content;

  private String problem;

  private TokenFile(Path path, InstantSource clock) {
    this.path = path;
    this.clock = clock;
  }

  /**
   * Reads the file at start.
   *
   * @param clock decides which tokens have expired
   * @throws TokenFileException when it cannot be used: the server would then accept no callers, or
   *     the wrong ones
   */
  public static TokenFile open(Path path, InstantSource clock) throws TokenFileException {
    var file = new TokenFile(path, clock);
    try {
      file.take(SecretFile.read(path));
      return file;
    } catch (NoSuchFileException e) {
      throw new TokenFileException("there is no such file");
    }
  }

  /** Checks whether the file has changed; may block on the disk. Never fails. */
  public synchronized void refresh() {
    try {
      byte[] now = SecretFile.read(path);
      if (problem != null || !Arrays.equals(now, content)) {
        take(now);
      }
    } catch (NoSuchFileException e) {
      content = null;
      tokens = List.of();
      logOnce("the file is gone: all its tokens are refused until it is back");
    } catch (TokenFileException | RuntimeException e) {
      logOnce(e.getMessage() + "; the tokens of the last valid version stay");
    }
  }

  private synchronized void take(byte[] now) throws TokenFileException {
    tokens = TokenLines.parse(now);
    content = now;
    problem = null;
    long expired = tokens.stream().filter(token -> token.expired(clock.instant())).count();
    LOG.log(
        Level.INFO,
        "The token file {0} has {1} tokens, {2} of them expired",
        path,
        tokens.size(),
        expired);
  }

  /** Logs each problem once, not at every poll. */
  private void logOnce(String what) {
    if (!what.equals(problem)) {
      problem = what;
      LOG.log(Level.ERROR, "The token file {0} cannot be used: {1}", path, what);
    }
  }

  /**
   * The token's entry, expired or not. Every entry is compared, in constant time.
   *
   * @param token sent by a caller
   */
  public Optional<AccessToken> find(String token) {
    var hash = AccessToken.Hash.of(token);
    AccessToken found = null;
    for (AccessToken each : tokens) {
      if (each.hash().equals(hash)) {
        found = each;
      }
    }
    return Optional.ofNullable(found);
  }

  /** Whether a token has expired. */
  public boolean expired(AccessToken token) {
    return token.expired(clock.instant());
  }
}
