package io.awaken.http.security;

import io.awaken.http.security.client.ClientOrigin;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * Whether requests without credentials are served: everywhere, nowhere, or only those that programs
 * on this machine send, as long as the server has no way to tell callers apart. Thread-safe.
 */
public final class AnonymousAccess {

  private static final Logger LOG = System.getLogger(AnonymousAccess.class.getName());
  private static final String KEY = "awaken.security.anonymous";

  /** What the operator said: null for nothing. */
  private final Boolean said;

  /** By what callers are told apart; empty as long as nothing is known of. */
  private volatile Optional<String> authentication;

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

  /** Says at start what applies. */
  public void tell() {
    if (said != null && said) {
      LOG.log(
          Level.WARNING,
          KEY
              + "=true: whoever reaches this server may use every agent and read every anonymous"
              + " conversation without credentials");
    } else if (said == null && authentication.isEmpty()) {
      LOG.log(
          Level.INFO,
          "No authentication is configured: requests without credentials are served to programs on"
              + " this machine only (docs/security.md)");
    }
  }

  /** Whether a request without credentials is served. */
  public boolean serves(ClientOrigin origin) {
    return said == null ? authentication.isEmpty() && origin.local() : said;
  }

  /** Why it is not. */
  Refusal refusal() {
    return Refusal.unauthorized(
        "unauthorized",
        said == null && authentication.isEmpty()
            ? "credentials are required; without any, this server serves only programs on its own"
                + " machine that call it directly"
            : "credentials are required");
  }
}
