package io.awaken.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.outbound.Sleeper;
import io.awaken.core.secret.SecretName;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.oauth.AccessRefused.Kind;
import io.awaken.oauth.ClientIdentities.ClientIdentity;
import io.awaken.oauth.Credentials.Challenge;
import io.awaken.oauth.Credentials.ServerToken;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The token of granted access (features row 1144), stored for all nodes. One node at a time
 * refreshes it, since a refresh token can be used once. Thread-safe.
 */
final class GrantedTokens implements Credentials {

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration INTERVAL = Duration.ofMillis(250);
  private static final int POLLS = 60;

  private final McpServerSpec spec;
  private final SecretVault vault;
  private final SecretName name;
  private final Parts parts;
  private final ReentrantLock renewing = new ReentrantLock();
  private volatile ServerToken token;

  /** The additional scope that requests required; null for none. */
  private volatile String more;

  /**
   * Dependencies shared by all tokens of a server.
   *
   * @param missing the error text when there is no token
   */
  record Parts(
      Discovery discovery,
      TokenEndpoint endpoint,
      ClientIdentities clients,
      InstantSource clock,
      Sleeper pause,
      String missing) {}

  private record Kept(StoredToken kept, long version) {

    ServerToken token() {
      return kept == null ? null : kept.token();
    }
  }

  GrantedTokens(McpServerSpec spec, SecretVault vault, SecretName name, Parts parts) {
    this.spec = spec;
    this.vault = vault;
    this.name = name;
    this.parts = parts;
  }

  /** Whether there is a token; it may have been revoked. */
  boolean there() {
    return token != null || kept().token() != null;
  }

  /** Whether there is a token with the scope that requests required. */
  boolean enough() {
    ServerToken now = kept().token();
    return now != null && Scopes.cover(now.scope(), more);
  }

  /** The additional scope to request; null for none. */
  String more() {
    return more;
  }

  /** Stores a newly granted token, replacing any other. */
  void keep(ServerToken granted, String issuer) {
    String text = new StoredToken(granted, issuer).write(spec);
    while (!vault.put(name, vault.find(name).version(), text, null)) {
      // Another writer stored one in between; the newly granted token wins.
    }
    token = granted;
  }

  @Override
  public ServerToken current() throws AccessRefused, InterruptedException {
    ServerToken now = token;
    if (now == null) {
      now = kept().token();
      token = now;
    }
    boolean renew = now != null && now.refresh() != null && now.due(parts.clock().instant());
    return renew ? after(now) : now;
  }

  @Override
  public ServerToken next(ServerToken used, Challenge challenge)
      throws AccessRefused, InterruptedException {
    parts.discovery().challenged(challenge, used != null);
    return after(used);
  }

  /** Only a user can grant a larger scope. */
  @Override
  public ServerToken wider(ServerToken used, Challenge challenge) throws AccessRefused {
    ServerToken now = kept().token();
    if (used != null && now != null && !now.value().equals(used.value())) {
      // Another node stored the grant meanwhile.
      token = now;
      return now;
    }
    more = parts.discovery().wider(used, challenge);
    throw new AccessRefused(parts.missing() + "; it requires a larger scope");
  }

  private Kept kept() {
    SecretVault.Found found = vault.find(name);
    return new Kept(StoredToken.read(found.secret(), spec), found.version());
  }

  private ServerToken after(ServerToken used) throws AccessRefused, InterruptedException {
    renewing.lockInterruptibly();
    try {
      token = null;
      token = other(used);
      return token;
    } finally {
      renewing.unlock();
    }
  }

  /** Returns another token than the used one: stored by another node, or refreshed here. */
  private ServerToken other(ServerToken used) throws AccessRefused, InterruptedException {
    var lease = new SecretName(name.tenant(), name.subject(), name.name() + ":renewal");
    for (int poll = 0; poll < POLLS; poll++) {
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
      parts.pause().sleep(INTERVAL);
    }
    throw new AccessRefused(
        Kind.UNREACHABLE, "another node takes too long to renew its token", null);
  }

  private boolean unchanged(Kept kept) {
    return vault.find(name).version() == kept.version();
  }

  private ServerToken renewed(Kept kept) throws AccessRefused, InterruptedException {
    Discovery.Found found = parts.discovery().find();
    if (!AuthorizationServer.sameIssuer(found.server().issuer(), kept.kept().issuer())) {
      // A refresh token is sent only to the server that issued it.
      vault.remove(name, kept.version());
      throw new AccessRefused(parts.missing());
    }
    ServerToken old = kept.token();
    try {
      ClientIdentity client = parts.clients().at(found.server());
      Map<String, String> grant =
          Map.of("grant_type", "refresh_token", "refresh_token", old.refresh());
      ServerToken next = parts.endpoint().ask(found, client, grant, old.scope());
      ServerToken whole =
          next.refresh() == null
              ? new ServerToken(next.value(), old.refresh(), next.renewAt(), next.scope())
              : next;
      String text = new StoredToken(whole, found.server().issuer()).write(spec);
      return vault.put(name, kept.version(), text, null) ? whole : kept().token();
    } catch (TokenEndpoint.Refused e) {
      boolean lost = e.clientIsUnknown() && spec.auth().clientId() == null;
      if (lost) {
        parts.clients().forget();
      }
      if (!e.grantIsOver() && !lost) {
        throw new AccessRefused(e.getMessage());
      }
      vault.remove(name, kept.version());
      throw new AccessRefused(parts.missing());
    }
  }

  /**
   * A stored token with its audience: a configuration with another address, client or authorization
   * server does not get it. Immutable.
   *
   * @param issuer the authorization server that issued it
   */
  record StoredToken(ServerToken token, String issuer) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    String write(McpServerSpec spec) {
      ObjectNode kept =
          MAPPER
              .createObjectNode()
              .put("server", spec.url())
              .put("client", spec.auth().clientId())
              .put("issuer", issuer)
              .put("access", token.value())
              .put("refresh", token.refresh())
              .put("scope", token.scope());
      if (token.renewAt() != null) {
        kept.put("renew_at", token.renewAt().toEpochMilli());
      }
      return kept.toString();
    }

    /** Null when missing or for another audience. */
    static StoredToken read(String text, McpServerSpec spec) {
      try {
        JsonNode kept = text == null ? MAPPER.createObjectNode() : MAPPER.readTree(text);
        String only = spec.auth().issuer();
        String issuer = kept.path("issuer").asText("");
        boolean fits =
            kept.path("server").asText("").equals(spec.url())
                && Objects.equals(kept.path("client").asText(null), spec.auth().clientId())
                && (only == null || AuthorizationServer.sameIssuer(issuer, only));
        return fits ? new StoredToken(token(kept), issuer) : null;
      } catch (IOException e) {
        return null;
      }
    }

    private static ServerToken token(JsonNode kept) {
      return new ServerToken(
          kept.path("access").asText(),
          kept.path("refresh").asText(null),
          kept.has("renew_at") ? Instant.ofEpochMilli(kept.path("renew_at").asLong()) : null,
          kept.path("scope").asText(null));
    }
  }
}
