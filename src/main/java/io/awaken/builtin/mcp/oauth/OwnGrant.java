package io.awaken.builtin.mcp.oauth;

import io.awaken.builtin.mcp.transport.AccessRefused;
import java.util.Map;

/** The grant with which this server requests tokens for itself. Thread-safe. */
interface OwnGrant {

  /** Client credentials (RFC 6749, 4.4). */
  OwnGrant CLIENT_CREDENTIALS = (found, scope) -> Map.of("grant_type", "client_credentials");

  /**
   * The parameters of a token request, without resource and scope.
   *
   * @param found the authorization server and resource
   * @param scope the requested scope, separated by spaces; null for none
   * @throws AccessRefused when no grant is available
   */
  Map<String, String> parameters(Discovery.Found found, String scope)
      throws AccessRefused, InterruptedException;
}
