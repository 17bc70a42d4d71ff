package io.awaken.http.security;

import io.awaken.http.security.client.ClientOrigin;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether requests without credentials are served: everywhere, nowhere, or only those that programs
 * on this machine send, as long as the server has no authentication. Thread-safe.
 */
public final class AnonymousAccess {

  private static final Logger LOG = System.getLogger(AnonymousAccess.class.getName());
  private static final String KEY = "awaken.security.anonymous";

  /** What the operator said: null for nothing. */
  private final Boolean said;

  /** The means of authentication; empty while none is known. */
  private volatile Optional<String> authentication;

  /** What the server says of its own realms; null where the application sees them all. */
  private volatile Supplier<ServerRealm> realms;

  /** Whether the server could not say it when it was last asked. */
  private volatile boolean undecided;

  /**
   * @param said what the operator said, if anything
   * @param authentication settings that turn authentication on, those that are set
   */
  public AnonymousAccess(Optional<Boolean> said, List<String> authentication) {
    this.said = said.orElse(null);
    this.authentication = authentication.stream().findFirst();
  }

  /** A mechanism was found that has no setting of ours, such as a realm of the server. */
  public void authenticatesBy(String mechanism) {
    if (authentication.isEmpty()) {
      authentication = Optional.of(mechanism);
      if (said == null) {
        LOG.log(
            Level.INFO,
            "Callers are authenticated by {0}: requests without credentials are refused",
            mechanism);
      }
    }
  }

  /**
   * Has the server asked for its own realms when it matters: at each request that would be served.
   *
   * @param server answers quickly, on the thread of the request
   */
  public void askForRealms(Supplier<ServerRealm> server) {
    realms = server;
  }

  /** Says at start what applies. */
  public void tell() {
    if (said != null && said) {
      LOG.log(
          Level.WARNING,
          KEY
              + "=true: any client that reaches this server may use every agent and read every"
              + " anonymous conversation without credentials");
    } else if (said == null && authentication.isEmpty()) {
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
    return said == null ? origin.local() && hasNoAuthentication() : said;
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
    tellOfUnknown(realm);
    return realm instanceof ServerRealm.Absent;
  }

  /** Once for each time that it lasts. */
  private void tellOfUnknown(ServerRealm realm) {
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

  /** Why it is not. */
  Refusal refusal() {
    return Refusal.unauthorized("unauthorized", "credentials are required" + exception());
  }

  private String exception() {
    if (said != null || authentication.isPresent()) {
      return "";
    }
    return undecided
        ? "; this server cannot tell whether it authenticates callers, and serves none without"
        : "; without any, this server serves only programs on its own machine that call it"
            + " directly";
  }
}
