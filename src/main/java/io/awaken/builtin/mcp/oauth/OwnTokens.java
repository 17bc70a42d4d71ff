package io.awaken.builtin.mcp.oauth;

import io.awaken.builtin.mcp.transport.AccessRefused;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The token that this server obtains without asking a user (features rows 1141, 1148): shared by
 * all calls, requested once for all that wait, and renewed shortly before it expires or when it is
 * rejected. A failure is reported to all callers for a moment instead of being tried again.
 * Thread-safe.
 */
final class OwnTokens implements Credentials {

  private static final Duration REST = Duration.ofSeconds(2);

  private final Discovery discovery;
  private final TokenEndpoint endpoint;
  private final ClientIdentity client;
  private final OwnGrant grant;
  private final InstantSource clock;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile AccessToken token;

  /** The additional scope that requests required; null for none. */
  private volatile String more;

  // Guarded by asking.
  private AccessRefused failure;
  private Instant failedUntil = Instant.MIN;

  OwnTokens(
      Discovery discovery,
      TokenEndpoint endpoint,
      ClientIdentity client,
      OwnGrant grant,
      InstantSource clock) {
    this.discovery = discovery;
    this.endpoint = endpoint;
    this.client = client;
    this.grant = grant;
    this.clock = clock;
  }

  @Override
  public AccessToken current() throws AccessRefused, InterruptedException {
    AccessToken now = token;
    return now == null || !now.due(clock.instant()) ? now : after(now);
  }

  @Override
  public AccessToken next(AccessToken used, Challenge challenge)
      throws AccessRefused, InterruptedException {
    discovery.challenged(challenge, used != null);
    return after(used);
  }

  @Override
  public AccessToken wider(AccessToken used, Challenge challenge)
      throws AccessRefused, InterruptedException {
    String wanted = discovery.wider(used, challenge);
    asking.lockInterruptibly();
    try {
      more = Scopes.union(more, wanted);
    } finally {
      asking.unlock();
    }
    return after(used);
  }

  private AccessToken after(AccessToken used) throws AccessRefused, InterruptedException {
    asking.lockInterruptibly();
    try {
      AccessToken now = token;
      if (now != null && now != used && !now.due(clock.instant())) {
        return now;
      }
      if (clock.instant().isBefore(failedUntil)) {
        throw new AccessRefused(failure.kind(), failure.getMessage(), failure);
      }
      token = asked();
      return token;
    } catch (AccessRefused e) {
      if (!clock.instant().isBefore(failedUntil)) {
        failure = e;
        failedUntil = clock.instant().plus(REST);
        discovery.forget();
      }
      throw e;
    } finally {
      asking.unlock();
    }
  }

  private AccessToken asked() throws AccessRefused, InterruptedException {
    Discovery.Found found = discovery.find();
    String scope = Scopes.union(found.scope(), more);
    var form = new LinkedHashMap<>(grant.parameters(found, scope));
    if (scope != null) {
      form.put("scope", scope);
    }
    try {
      return endpoint.ask(found, client, form, scope);
    } catch (TokenRefused e) {
      throw new AccessRefused(e.getMessage());
    }
  }
}
