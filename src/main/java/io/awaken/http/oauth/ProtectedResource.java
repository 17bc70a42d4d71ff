package io.awaken.http.oauth;

import io.awaken.http.front.PublicAddress;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A route whose clients find out by themselves how to get a token for it (RFC 9728). Immutable.
 *
 * <p>RFC 9728 puts the path of a resource behind the well-known one, at the root of its host. An
 * application whose context is not the root has no say there: its metadata is below its own path,
 * which clients learn from the challenge.
 */
public final class ProtectedResource {

  /** Where the metadata of an application's only resource is looked for. */
  public static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

  /** RFC 6749 section 3.3. */
  private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,256}");

  private final String path;
  private final PublicAddress address;
  private final List<String> issuers;
  private final List<String> scopes;

  /**
   * @param path of the route within the application
   * @param issuers of tokens for it, as addresses; none: it has no metadata
   * @param scopes all of which credentials need; empty for none
   */
  public ProtectedResource(
      String path, PublicAddress address, List<String> issuers, List<String> scopes) {
    this.path = path;
    this.address = address;
    this.issuers = List.copyOf(issuers);
    this.scopes = List.copyOf(scopes);
  }

  /**
   * Reads scopes that are separated by blanks.
   *
   * @param setting where they come from, for the error
   * @throws IllegalStateException naming the setting and what is no scope
   */
  public static List<String> scopes(String setting, String text) {
    List<String> scopes =
        List.of(text.strip().split("\\s+")).stream().filter(each -> !each.isEmpty()).toList();
    for (String scope : scopes) {
      if (!SCOPE.matcher(scope).matches()) {
        throw new IllegalStateException(
            ("%s has '%s' but must be scopes, separated by blanks; a scope has at most 256 visible"
                    + " ASCII characters and neither \" nor \\")
                .formatted(setting, scope));
      }
    }
    return scopes;
  }

  /** Where it is within the application. */
  String path() {
    return path;
  }

  /** Whether there is metadata for its clients. */
  public boolean described() {
    return !issuers.isEmpty();
  }

  /** Where its metadata stands within the application. */
  public List<String> metadataPaths() {
    return List.of(WELL_KNOWN, WELL_KNOWN + path);
  }

  /** Whether a request is for it, in one of the spellings that clients use. */
  boolean isAt(String requested) {
    return requested.equals(path) || requested.equals(path + "/");
  }

  /** Whether these scopes are enough. */
  boolean enough(Set<String> has) {
    return has.containsAll(scopes);
  }

  /**
   * Its metadata; empty where there is none.
   *
   * @param request whose URL is the one that the client used
   */
  Optional<Map<String, Object>> metadata(HttpServletRequest request) {
    return described() ? address.of(request).map(this::metadata) : Optional.empty();
  }

  private Map<String, Object> metadata(String application) {
    var metadata = new LinkedHashMap<String, Object>();
    metadata.put("resource", application + path);
    metadata.put("authorization_servers", issuers);
    if (!scopes.isEmpty()) {
      metadata.put("scopes_supported", scopes);
    }
    metadata.put("bearer_methods_supported", List.of("header"));
    return metadata;
  }

  /**
   * What {@code WWW-Authenticate} says.
   *
   * @param error why the credentials are refused, as RFC 6750 names it; null without credentials
   */
  String challenge(HttpServletRequest request, String error) {
    var said = new ArrayList<String>();
    if (error != null) {
      said.add("error=\"" + error + '"');
    }
    if (described()) {
      address
          .of(request)
          .ifPresent(
              application ->
                  said.add("resource_metadata=\"" + application + WELL_KNOWN + path + '"'));
    }
    if (!scopes.isEmpty()) {
      said.add("scope=\"" + String.join(" ", scopes) + '"');
    }
    return said.isEmpty() ? "Bearer" : "Bearer " + String.join(", ", said);
  }
}
