package io.awaken.builtin.mcp.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.AccessRefused;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An authorization server, as it describes itself (RFC 8414, OpenID Connect Discovery).
 *
 * @param issuer exactly what it was looked for by
 * @param authorize where people grant access; null when nobody can
 * @param token where tokens are got
 * @param methods how clients may prove who they are
 * @param challenges how a code can be bound to the one who asked for it
 * @param tellsIssuer whether its answers name it (RFC 9207)
 * @param register where clients register (RFC 7591); null when they cannot
 * @param readsDocuments whether a client may be known by the address of a document about it
 * @param algorithms with which clients may sign; empty when it does not say
 * @param knowsOffline whether it knows the scope {@code offline_access}
 */
record AuthorizationServer(
    String issuer,
    URI authorize,
    URI token,
    List<String> methods,
    List<String> challenges,
    boolean tellsIssuer,
    URI register,
    boolean readsDocuments,
    List<String> algorithms,
    boolean knowsOffline) {

  /** The scope with which a refresh token is given. */
  static final String OFFLINE = "offline_access";

  private static final String WHAT = "the metadata of the authorization server";
  private static final String OAUTH = "/.well-known/oauth-authorization-server";
  private static final String OPENID = "/.well-known/openid-configuration";

  static AuthorizationServer find(OAuthHttp http, String issuer)
      throws AccessRefused, InterruptedException {
    return described(http, issuer)
        .orElseThrow(
            () ->
                new AccessRefused(WHAT + " " + issuer + " is at none of the well-known addresses"));
  }

  /**
   * By its own description.
   *
   * @return empty when there is none
   */
  static Optional<AuthorizationServer> described(OAuthHttp http, String issuer)
      throws AccessRefused, InterruptedException {
    URI base = OAuthHttp.address("the issuer", issuer);
    for (URI address : wellKnown(base)) {
      Optional<ObjectNode> found = http.metadata(WHAT, address);
      if (found.isPresent()) {
        return Optional.of(of(found.get(), issuer));
      }
    }
    return Optional.empty();
  }

  /**
   * One that does not describe itself, at the places of revision 2025-03-26, which wants PKCE of
   * it.
   */
  static AuthorizationServer undescribed(String origin) {
    return new AuthorizationServer(
        origin,
        URI.create(origin + "/authorize"),
        URI.create(origin + "/token"),
        List.of(TokenEndpoint.CLIENT_SECRET_BASIC),
        List.of("S256"),
        false,
        URI.create(origin + "/register"),
        false,
        List.of(),
        false);
  }

  private static List<URI> wellKnown(URI issuer) {
    String path = issuer.getRawPath() == null ? "" : issuer.getRawPath().replaceAll("/$", "");
    var all = new ArrayList<>(List.of(issuer.resolve(OAUTH + path), issuer.resolve(OPENID + path)));
    if (!path.isEmpty()) {
      all.add(issuer.resolve(path + OPENID));
    }
    return all;
  }

  private static AuthorizationServer of(ObjectNode said, String issuer) throws AccessRefused {
    if (!said.path("issuer").asText("").equals(issuer)) {
      throw new AccessRefused(WHAT + " is that of another issuer than " + issuer);
    }
    JsonNode methods = said.path("token_endpoint_auth_methods_supported");
    return new AuthorizationServer(
        issuer,
        endpoint(said, "authorization_endpoint"),
        OAuthHttp.address(WHAT + ": token_endpoint", said.path("token_endpoint").asText("")),
        methods.isArray()
            ? ProtectedResource.texts(methods)
            : List.of(TokenEndpoint.CLIENT_SECRET_BASIC),
        ProtectedResource.texts(said.path("code_challenge_methods_supported")),
        said.path("authorization_response_iss_parameter_supported").asBoolean(false),
        endpoint(said, "registration_endpoint"),
        said.path("client_id_metadata_document_supported").asBoolean(false),
        ProtectedResource.texts(said.path("token_endpoint_auth_signing_alg_values_supported")),
        contains(said.path("scopes_supported"), OFFLINE));
  }

  private static boolean contains(JsonNode list, String text) {
    for (JsonNode each : list) {
      if (each.asText().equals(text)) {
        return true;
      }
    }
    return false;
  }

  private static URI endpoint(ObjectNode said, String name) throws AccessRefused {
    JsonNode address = said.path(name);
    return address.isTextual() ? OAuthHttp.address(WHAT + ": " + name, address.textValue()) : null;
  }
}
