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
 */
record AuthorizationServer(
    String issuer,
    URI authorize,
    URI token,
    List<String> methods,
    List<String> challenges,
    boolean tellsIssuer) {

  private static final String WHAT = "the metadata of the authorization server";
  private static final String OAUTH = "/.well-known/oauth-authorization-server";
  private static final String OPENID = "/.well-known/openid-configuration";

  static AuthorizationServer find(OAuthHttp http, String issuer)
      throws AccessRefused, InterruptedException {
    URI base = OAuthHttp.address("the issuer", issuer);
    for (URI address : wellKnown(base)) {
      Optional<ObjectNode> found = http.metadata(WHAT, address);
      if (found.isPresent()) {
        return of(found.get(), issuer);
      }
    }
    throw new AccessRefused(WHAT + " " + issuer + " is at none of the well-known addresses");
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
    JsonNode authorize = said.path("authorization_endpoint");
    JsonNode methods = said.path("token_endpoint_auth_methods_supported");
    return new AuthorizationServer(
        issuer,
        authorize.isTextual()
            ? OAuthHttp.address(WHAT + ": authorization_endpoint", authorize.textValue())
            : null,
        OAuthHttp.address(WHAT + ": token_endpoint", said.path("token_endpoint").asText("")),
        methods.isArray()
            ? ProtectedResource.texts(methods)
            : List.of(TokenEndpoint.CLIENT_SECRET_BASIC),
        ProtectedResource.texts(said.path("code_challenge_methods_supported")),
        said.path("authorization_response_iss_parameter_supported").asBoolean(false));
  }
}
