package io.awaken.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.oauth.Discovery.ResourceMetadata;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The metadata of an authorization server (RFC 8414, OpenID Connect Discovery).
 *
 * @param issuer exactly as in its metadata
 * @param authorize the authorization endpoint; null without one
 * @param token the token endpoint
 * @param methods supported authentication methods of clients
 * @param challenges supported code challenge methods (PKCE)
 * @param namesIssuer whether its responses contain the issuer (RFC 9207)
 * @param register the registration endpoint (RFC 7591); null without one
 * @param readsDocuments whether it supports client ID metadata documents
 * @param algorithms supported signature algorithms of clients; empty when not listed
 * @param supportsOffline whether it supports the scope {@code offline_access}
 */
record AuthorizationServer(
    String issuer,
    URI authorize,
    URI token,
    List<String> methods,
    List<String> challenges,
    boolean namesIssuer,
    URI register,
    boolean readsDocuments,
    List<String> algorithms,
    boolean supportsOffline) {

  /** The scope that requests a refresh token. */
  static final String OFFLINE = "offline_access";

  private static final String WHAT = "the metadata of the authorization server";
  private static final Pattern NO_PATH = Pattern.compile("https?://[^/?#]+");
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
   * Reads its metadata.
   *
   * @return empty without metadata
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
   * A server without metadata, at the default endpoints of revision 2025-03-26, which requires
   * PKCE.
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

  /** Issuers that differ only by the slash of an empty path are the same (RFC 3986, 6.2.3). */
  static boolean sameIssuer(String one, String other) {
    return withPath(one).equals(withPath(other));
  }

  private static String withPath(String issuer) {
    return NO_PATH.matcher(issuer).matches() ? issuer + "/" : issuer;
  }

  private static AuthorizationServer of(ObjectNode metadata, String issuer) throws AccessRefused {
    String own = metadata.path("issuer").asText("");
    if (!sameIssuer(own, issuer)) {
      throw new AccessRefused(WHAT + " is that of another issuer than " + issuer);
    }
    JsonNode methods = metadata.path("token_endpoint_auth_methods_supported");
    return new AuthorizationServer(
        own,
        endpoint(metadata, "authorization_endpoint"),
        OAuthHttp.address(WHAT + ": token_endpoint", metadata.path("token_endpoint").asText("")),
        methods.isArray()
            ? ResourceMetadata.texts(methods)
            : List.of(TokenEndpoint.CLIENT_SECRET_BASIC),
        ResourceMetadata.texts(metadata.path("code_challenge_methods_supported")),
        metadata.path("authorization_response_iss_parameter_supported").asBoolean(false),
        endpoint(metadata, "registration_endpoint"),
        metadata.path("client_id_metadata_document_supported").asBoolean(false),
        ResourceMetadata.texts(metadata.path("token_endpoint_auth_signing_alg_values_supported")),
        contains(metadata.path("scopes_supported"), OFFLINE));
  }

  private static boolean contains(JsonNode list, String text) {
    for (JsonNode each : list) {
      if (each.asText().equals(text)) {
        return true;
      }
    }
    return false;
  }

  private static URI endpoint(ObjectNode metadata, String name) throws AccessRefused {
    JsonNode address = metadata.path(name);
    return address.isTextual() ? OAuthHttp.address(WHAT + ": " + name, address.textValue()) : null;
  }
}
