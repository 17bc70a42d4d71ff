package io.awaken.oauth;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import java.util.Set;

/** Registers this server as a client (RFC 7591). Thread-safe. */
final class ClientRegistration {

  private static final String WHAT = "the registration of clients";
  private static final String NAME = "Awaken EE";
  private static final int MAX = 2_048;

  /** In order of preference; the first that the authorization server supports is requested. */
  private static final List<String> METHODS =
      List.of(
          TokenEndpoint.CLIENT_SECRET_BASIC,
          TokenEndpoint.CLIENT_SECRET_POST,
          TokenEndpoint.NO_SECRET);

  private final OAuthHttp http;

  ClientRegistration(OAuthHttp http) {
    this.http = http;
  }

  /** The client metadata for a registration or a client ID metadata document. */
  static ObjectNode metadata(String redirect, String method) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode().put("client_name", NAME);
    metadata.putArray("redirect_uris").add(redirect);
    metadata.putArray("grant_types").add("authorization_code").add("refresh_token");
    metadata.putArray("response_types").add("code");
    return metadata
        .put("token_endpoint_auth_method", method)
        .put("application_type", isLocal(redirect) ? "native" : "web");
  }

  private static boolean isLocal(String redirect) {
    URI address = URI.create(redirect);
    return "http".equals(address.getScheme())
        && Set.of("localhost", "127.0.0.1", "[::1]").contains(String.valueOf(address.getHost()));
  }

  /**
   * Registers.
   *
   * @return the registration to store, as JSON: {@code id}, {@code secret}, {@code method} and
   *     expiry
   * @throws AccessRefused when it supports no registration
   */
  String register(AuthorizationServer server, String redirect)
      throws AccessRefused, InterruptedException {
    if (server.register() == null) {
      throw new AccessRefused(
          "the authorization server "
              + server.issuer()
              + " registers no clients; write the one that is known there as auth.client_id into"
              + " its document");
    }
    String wanted = METHODS.stream().filter(server.methods()::contains).findFirst().orElse(null);
    if (wanted == null) {
      throw new AccessRefused(
          "the authorization server "
              + server.issuer()
              + " registers no client with one of the authentication methods "
              + String.join(", ", METHODS));
    }
    OAuthHttp.Answer answer = http.post(WHAT, server.register(), metadata(redirect, wanted));
    String id = answer.body().path("client_id").asText("");
    if (answer.status() / 100 != 2 || id.isEmpty() || id.length() > MAX) {
      throw new AccessRefused(
          WHAT + " at " + OAuthHttp.shown(server.register()) + " has status " + answer.status());
    }
    String secret = answer.body().path("client_secret").asText("");
    String method = answer.body().path("token_endpoint_auth_method").asText(wanted);
    boolean known = METHODS.contains(method);
    if (!known || secret.length() > MAX) {
      throw new AccessRefused(WHAT + " gives this client an unknown authentication method");
    }
    ObjectNode kept = JsonNodeFactory.instance.objectNode().put("id", id);
    if (secret.isEmpty() || method.equals(TokenEndpoint.NO_SECRET)) {
      return kept.put("method", TokenEndpoint.NO_SECRET).toString();
    }
    return kept.put("secret", secret)
        .put("method", method)
        .put("until", answer.body().path("client_secret_expires_at").asLong(0))
        .toString();
  }
}
