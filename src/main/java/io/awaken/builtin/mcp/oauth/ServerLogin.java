package io.awaken.builtin.mcp.oauth;

import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import java.net.URI;
import java.time.InstantSource;

/** Gets the tokens of one server. Thread-safe. */
public final class ServerLogin {

  private final GuardedHttp authorized;

  ServerLogin(McpServerSpec spec, GuardedHttp http, InstantSource clock) {
    var oauth = new OAuthHttp(http);
    var discovery = new Discovery(oauth, URI.create(spec.url()), spec.auth(), clock);
    var endpoint = new TokenEndpoint(oauth, spec.auth(), clock);
    authorized =
        new AuthorizedHttp(
            http,
            spec.auth().type() == McpAuth.Type.CLIENT_CREDENTIALS
                ? new ClientCredentials(discovery, endpoint, clock)
                : new NoCredentials("people cannot grant access to servers of tools here"));
  }

  /** Sends requests with this server's own token. */
  public GuardedHttp http() {
    return authorized;
  }
}
