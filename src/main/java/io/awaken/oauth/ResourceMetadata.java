package io.awaken.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The protected resource metadata of an MCP server (RFC 9728).
 *
 * @param resource the resource that tokens are requested for
 * @param servers the authorization servers that it trusts; never empty
 * @param scopes its scopes; empty when not listed
 */
record ResourceMetadata(String resource, List<String> servers, List<String> scopes) {

  private static final String WHAT = "the metadata of the resource";
  private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";
  private static final int MAX_ENTRIES = 64;

  /**
   * Reads it at the challenge's address, otherwise at the well-known addresses.
   *
   * @return empty without metadata
   */
  static Optional<ResourceMetadata> find(OAuthHttp http, URI server, Challenge challenge)
      throws AccessRefused, InterruptedException {
    if (challenge.metadata() != null) {
      URI address = OAuthHttp.address("resource_metadata", challenge.metadata());
      ObjectNode found =
          http.metadata(WHAT, address)
              .orElseThrow(
                  () -> new AccessRefused(WHAT + " is not at " + OAuthHttp.shown(address)));
      return Optional.of(of(found, server));
    }
    for (URI address : wellKnown(server)) {
      Optional<ObjectNode> found = http.metadata(WHAT, address);
      if (found.isPresent()) {
        return Optional.of(of(found.get(), server));
      }
    }
    return Optional.empty();
  }

  private static List<URI> wellKnown(URI server) {
    String path = server.getRawPath() == null ? "" : server.getRawPath().replaceAll("/$", "");
    URI root = server.resolve(WELL_KNOWN);
    return path.isEmpty() ? List.of(root) : List.of(server.resolve(WELL_KNOWN + path), root);
  }

  private static ResourceMetadata of(ObjectNode metadata, URI server) throws AccessRefused {
    String resource = metadata.path("resource").asText("");
    if (!covers(OAuthHttp.address(WHAT + ": resource", resource), server)) {
      throw new AccessRefused(WHAT + " is that of another server");
    }
    List<String> servers = texts(metadata.path("authorization_servers"));
    if (servers.isEmpty()) {
      throw new AccessRefused(WHAT + " names no authorization server");
    }
    return new ResourceMetadata(resource, servers, texts(metadata.path("scopes_supported")));
  }

  /** Whether it is the same address, or a parent path on the same origin. */
  private static boolean covers(URI resource, URI server) {
    boolean origin =
        resource.getScheme().equalsIgnoreCase(server.getScheme())
            && resource.getHost().equalsIgnoreCase(server.getHost())
            && port(resource) == port(server);
    String above = folder(resource);
    boolean query =
        resource.getRawQuery() == null || resource.getRawQuery().equals(server.getRawQuery());
    return origin && query && folder(server).startsWith(above);
  }

  private static int port(URI address) {
    return address.getPort() >= 0
        ? address.getPort()
        : address.getScheme().equalsIgnoreCase("https") ? 443 : 80;
  }

  private static String folder(URI address) {
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    return path.endsWith("/") ? path : path + "/";
  }

  static List<String> texts(JsonNode list) throws AccessRefused {
    if (list.size() > MAX_ENTRIES) {
      throw new AccessRefused("metadata has a list of more than " + MAX_ENTRIES + " entries");
    }
    var all = new ArrayList<String>();
    list.forEach(each -> all.add(each.asText("")));
    return all;
  }
}
