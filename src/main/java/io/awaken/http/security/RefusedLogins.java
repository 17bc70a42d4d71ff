package io.awaken.http.security;

import io.awaken.core.text.LogRation;
import io.awaken.http.security.client.ClientOrigin;
import io.awaken.http.security.client.ClientOrigins;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.HttpHeaders;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Logs why credentials were refused, each kind of reason at most once a minute. Requests without
 * credentials are no news. Never logs credentials. Thread-safe.
 */
public final class RefusedLogins {

  private static final Logger LOG = System.getLogger(RefusedLogins.class.getName());
  private static final String BEARER = "Bearer ";

  private final ClientOrigins origins;
  private final JwtRules rules;
  private final LongSupplier nanos;
  private final Map<String, LogRation> rations = new ConcurrentHashMap<>();

  /**
   * @param rules of the server for JSON Web Tokens
   * @param nanos a monotonic clock in nanoseconds
   */
  public RefusedLogins(ClientOrigins origins, JwtRules rules, LongSupplier nanos) {
    this.origins = origins;
    this.rules = rules;
    this.nanos = nanos;
  }

  /** The application refused the credentials. */
  void log(ClientOrigin origin, Refusal refusal) {
    log(origin, refusal.code(), refusal.message());
  }

  /** The server refused the request with 401, before the application saw it. */
  public void logOfServer(HttpServletRequest sent) {
    String header = sent.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null) {
      return;
    }
    if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      var why = rules.whyRefused(header.substring(BEARER.length()).strip());
      log(origins.of(sent), why.kind(), "a token: " + why.text());
    } else {
      log(origins.of(sent), "server", "the server's mechanism does not accept them");
    }
  }

  private void log(ClientOrigin origin, String kind, String reason) {
    long refused = rations.computeIfAbsent(kind, any -> new LogRation(nanos)).count();
    if (refused > 0) {
      LOG.log(
          Level.WARNING,
          "Credentials refused: {0}, the last from {1}: {2}" + LogRation.FURTHER,
          refused,
          origin,
          reason);
    }
  }
}
