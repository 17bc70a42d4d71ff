package io.awaken.builtin.mcp.oauth;

import io.awaken.builtin.mcp.transport.AccessRefused;
import java.util.Map;

/** What this server presents to an authorization server for a token. Thread-safe. */
interface OwnGrant {

  /** The client alone (RFC 6749, 4.4). */
  OwnGrant CLIENT_CREDENTIALS = (found, scope) -> Map.of("grant_type", "client_credentials");

  /**
   * The parameters of one request for a token, without its resource and scope.
   *
   * @param found where the token is requested, and for what
   * @param scope that is requested, with spaces between; null for none
   * @throws AccessRefused when there is nothing to present
   */
  Map<String, String> parameters(Discovery.Found found, String scope)
      throws AccessRefused, InterruptedException;
}
