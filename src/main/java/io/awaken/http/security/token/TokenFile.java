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
 * The tokens of the file that {@code awaken.security.tokens.file} names. Looked at every second, so
 * that a token whose line is gone is refused without a restart. A version that is broken is told in
 * the log and left out, and the one before stays; when the file is gone, so are all its tokens:
 * whoever deletes it means that. Thread-safe.
 */
public final class TokenFile {

  /** Time between two polls of the file. */
  public static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final Logger LOG = System.getLogger(TokenFile.class.getName());

  private final Path path;
  private final InstantSource clock;
  private volatile List<AccessToken> tokens = List.of();

  /** What was looked at last: a content, or why there was none. */
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
   * @throws TokenFileException when it cannot be used: the server would let no one in, or the wrong
   *     ones
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
      tell("the file is gone: all its tokens are refused until it is back");
    } catch (TokenFileException | RuntimeException e) {
      tell(e.getMessage() + "; the tokens of its last good version stay");
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

  /** Once, not at every poll. */
  private void tell(String what) {
    if (!what.equals(problem)) {
      problem = what;
      LOG.log(Level.ERROR, "The token file {0} cannot be used: {1}", path, what);
    }
  }

  /**
   * The token's entry, expired or not. Every entry is compared, in constant time.
   *
   * @param token what a caller has sent
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

  /** Whether a token is refused for its age now. */
  public boolean expired(AccessToken token) {
    return token.expired(clock.instant());
  }
}
