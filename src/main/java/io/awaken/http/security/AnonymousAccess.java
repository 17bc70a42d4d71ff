package io.awaken.http.security;

import io.awaken.http.security.client.ClientOrigin;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether requests without credentials are served: all, none, or only those of programs on this
 * machine while the server has no authentication. Thread-safe.
 */
public final class AnonymousAccess {

  private static final Logger LOG = System.getLogger(AnonymousAccess.class.getName());
  private static final String KEY = "awaken.security.anonymous";

  /** The operator's setting; null if unset. */
  private final Boolean configured;

  /** The means of authentication; empty if none is known. */
  private volatile Optional<String> authentication;

  /** Reports the server's own realms; null if the application sees them all. */
  private volatile Supplier<ServerRealm> realms;

  /** Whether the last check of the server was inconclusive. */
  private volatile boolean undecided;

  /**
   * @param configured the operator's setting, if any
   * @param authentication the configured settings that turn authentication on
   */
  public AnonymousAccess(Optional<Boolean> configured, List<String> authentication) {
    this.configured = configured.orElse(null);
    this.authentication = authentication.stream().findFirst();
  }

  /** Records a mechanism without a setting of ours, such as a realm of the server. */
  public void authenticatesBy(String mechanism) {
    if (authentication.isEmpty()) {
      authentication = Optional.of(mechanism);
      if (configured == null) {
        LOG.log(
            Level.INFO,
            "Callers are authenticated by {0}: requests without credentials are refused",
            mechanism);
      }
    }
  }

  /**
   * Checks the server's own realms when needed: at each request that would be served.
   *
   * @param server answers quickly, on the request's thread
   */
  public void askForRealms(Supplier<ServerRealm> server) {
    realms = server;
  }

  /** Logs the policy at start. */
  public void logPolicy() {
    if (configured != null && configured) {
      LOG.log(
          Level.WARNING,
          KEY
              + "=true: any client that reaches this server may use every agent and read every"
              + " anonymous conversation without credentials");
    } else if (configured == null && authentication.isEmpty()) {
      LOG.log(
          Level.INFO,
          "No authentication is configured: requests without credentials are served to programs on"
              + " this machine only{0} (docs/security.md)",
          realms == null
              ? ""
              : ", and only when the server's management model shows no realm in front of the"
                  + " application");
    }
  }

  /** Whether a request without credentials is served. */
  public boolean serves(ClientOrigin origin) {
    return configured == null ? origin.local() && hasNoAuthentication() : configured;
  }

  /** Whether only programs on this machine are served, since there is no authentication. */
  public boolean servesOnlyThisMachine() {
    return configured == null && hasNoAuthentication();
  }

  /** Whether callers can authenticate, as far as the application knows. */
  public boolean authenticates() {
    return authentication.isPresent();
  }

  /** Whether callers must authenticate; else requests without credentials may be served. */
  public boolean requiresCredentials() {
    return authenticates() && (configured == null || !configured);
  }

  private boolean hasNoAuthentication() {
    Supplier<ServerRealm> server = realms;
    if (server == null || authentication.isPresent()) {
      return authentication.isEmpty();
    }
    ServerRealm realm = server.get();
    if (realm instanceof ServerRealm.Present present) {
      authenticatesBy(present.name());
    }
    logUnknown(realm);
    return realm instanceof ServerRealm.Absent;
  }

  /** Logs each period once. */
  private void logUnknown(ServerRealm realm) {
    boolean before = undecided;
    undecided = realm instanceof ServerRealm.Unknown;
    if (!before && realm instanceof ServerRealm.Unknown unknown) {
      LOG.log(
          Level.WARNING,
          "Requests without credentials are refused unless "
              + KEY
              + "=true, since the server does not show whether it authenticates callers: {0}",
          unknown.reason());
    }
  }

  /** The refusal of a request without credentials. */
  Refusal refusal() {
    return Refusal.unauthorized("unauthorized", "credentials are required" + exception());
  }

  private String exception() {
    if (configured != null || authentication.isPresent()) {
      return "";
    }
    return undecided
        ? "; this server cannot determine whether it authenticates callers, and serves none without"
        : "; without any, this server serves only programs on its own machine that call it"
            + " directly";
  }
}
