package io.awaken.builtin.mcp.oauth;

import io.awaken.builtin.mcp.transport.AccessRefused;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.Pause;
import io.awaken.core.secret.SecretName;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.spec.McpServerSpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The token that a person has granted (features row 1144), as it is kept for all nodes. It is
 * refreshed by one node at a time, since a refresh token is good once. Thread-safe.
 */
final class GrantedTokens implements Credentials {

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final int LOOKS = 60;

  private final McpServerSpec spec;
  private final SecretVault vault;
  private final SecretName name;
  private final Parts parts;
  private final ReentrantLock renewing = new ReentrantLock();
  private volatile AccessToken token;

  /**
   * What all of a server have in common.
   *
   * @param missing told when there is no token
   */
  record Parts(
      Discovery discovery,
      TokenEndpoint endpoint,
      InstantSource clock,
      Pause pause,
      String missing) {}

  private record Kept(AccessToken token, long version) {}

  GrantedTokens(McpServerSpec spec, SecretVault vault, SecretName name, Parts parts) {
    this.spec = spec;
    this.vault = vault;
    this.name = name;
    this.parts = parts;
  }

  /** Whether there is one; it may turn out to be revoked. */
  boolean there() {
    return token != null || kept().token() != null;
  }

  /** Keeps a token that was just granted, in the place of any other. */
  void keep(AccessToken granted, String issuer) {
    String text = KeptToken.write(granted, spec, issuer);
    while (!vault.put(name, vault.find(name).version(), text, null)) {
      // Somebody else wrote in between; the one that was just granted counts.
    }
    token = granted;
  }

  @Override
  public AccessToken current() throws AccessRefused, InterruptedException {
    AccessToken now = token;
    if (now == null) {
      now = kept().token();
      token = now;
    }
    boolean renew = now != null && now.refresh() != null && now.due(parts.clock().instant());
    return renew ? after(now) : now;
  }

  @Override
  public AccessToken next(AccessToken used, Challenge challenge)
      throws AccessRefused, InterruptedException {
    parts.discovery().challenged(challenge);
    return after(used);
  }

  private Kept kept() {
    SecretVault.Found found = vault.find(name);
    return new Kept(KeptToken.read(found.secret(), spec), found.version());
  }

  private AccessToken after(AccessToken used) throws AccessRefused, InterruptedException {
    renewing.lockInterruptibly();
    try {
      token = null;
      token = other(used);
      return token;
    } finally {
      renewing.unlock();
    }
  }

  /** One that is not the used one: kept by somebody else, or got anew. */
  private AccessToken other(AccessToken used) throws AccessRefused, InterruptedException {
    var lease = new SecretName(name.tenant(), name.subject(), name.name() + ":renewal");
    for (int look = 0; look < LOOKS; look++) {
      Kept kept = kept();
      if (kept.token() == null) {
        throw new AccessRefused(parts.missing());
      }
      if (used == null || !kept.token().value().equals(used.value())) {
        return kept.token();
      }
      if (kept.token().refresh() == null) {
        vault.remove(name, kept.version());
        throw new AccessRefused(parts.missing());
      }
      if (vault.put(lease, 0, "", LEASE)) {
        try {
          return unchanged(kept) ? renewed(kept) : kept().token();
        } finally {
          vault.take(lease);
        }
      }
      parts.pause().sleep(LOOK);
    }
    throw new AccessRefused(
        Kind.UNREACHABLE, "another node renews its token; it takes too long", null);
  }

  private boolean unchanged(Kept kept) {
    return vault.find(name).version() == kept.version();
  }

  private AccessToken renewed(Kept kept) throws AccessRefused, InterruptedException {
    Discovery.Found found = parts.discovery().find();
    String refresh = kept.token().refresh();
    try {
      AccessToken next =
          parts
              .endpoint()
              .ask(found, Map.of("grant_type", "refresh_token", "refresh_token", refresh));
      AccessToken whole =
          next.refresh() == null ? new AccessToken(next.value(), refresh, next.renewAt()) : next;
      String text = KeptToken.write(whole, spec, found.server().issuer());
      return vault.put(name, kept.version(), text, null) ? whole : kept().token();
    } catch (TokenRefused e) {
      if (!e.grantIsOver()) {
        throw new AccessRefused(e.getMessage());
      }
      vault.remove(name, kept.version());
      throw new AccessRefused(parts.missing());
    }
  }
}
