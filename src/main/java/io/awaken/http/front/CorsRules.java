package io.awaken.http.front;

import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which pages of other origins may call the server from a browser, and the headers that they may
 * send and read. Immutable.
 */
public final class CorsRules {

  /** No page of any other origin. */
  public static final CorsRules NONE =
      new CorsRules(Set.of(), false, List.of(), false, Duration.ZERO);

  private static final String ORIGINS = "awaken.http.cors.origins";
  private static final String HEADERS = "awaken.http.cors.headers";
  private static final String CREDENTIALS = "awaken.http.cors.credentials";

  private static final String ANY = "*";
  private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";

  /** Response headers that pages could not read otherwise. */
  private static final String EXPOSED =
      "Location, Mcp-Session-Id, Retry-After, WWW-Authenticate, X-Vercel-AI-UI-Message-Stream";

  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  private final Set<Origin> origins;
  private final boolean any;
  private final String headers;
  private final boolean credentials;
  private final long maxAgeSeconds;

  private CorsRules(
      Set<Origin> origins, boolean any, List<String> headers, boolean credentials, Duration age) {
    this.origins = Set.copyOf(origins);
    this.any = any;
    this.headers = String.join(", ", headers);
    this.credentials = credentials;
    this.maxAgeSeconds = age.toSeconds();
  }

  /**
   * @param origins such as {@code https://app.example}; {@code *} for any
   * @param headers names of headers that pages may send
   * @param credentials whether browsers send the user's credentials, such as cookies
   * @param maxAge how long browsers cache the answer to a preflight request
   * @throws IllegalStateException naming the invalid setting
   */
  public static CorsRules of(
      Set<String> origins, Set<String> headers, boolean credentials, Duration maxAge) {
    boolean any = origins.contains(ANY);
    if (any && credentials) {
      throw new IllegalStateException(
          "%s is '*' together with %s: every site could act as the user; name the origins"
              .formatted(ORIGINS, CREDENTIALS));
    }
    Set<Origin> parsed =
        origins.stream()
            .filter(text -> !text.equals(ANY))
            .map(CorsRules::origin)
            .collect(Collectors.toSet());
    for (String name : headers) {
      if (!HEADER_NAME.matcher(name).matches() || name.equals(ANY)) {
        throw new IllegalStateException(
            "%s has '%s' but must be names of headers, separated by commas"
                .formatted(HEADERS, name));
      }
    }
    return new CorsRules(parsed, any, List.copyOf(headers), credentials, maxAge);
  }

  private static Origin origin(String text) {
    return Origin.parse(text)
        .filter(origin -> origin.authority().port() >= 0 || !origin.scheme().startsWith("http"))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "%s has '%s' but must be origins, such as https://app.example, separated by"
                            .formatted(ORIGINS, text)
                        + " commas, or *"));
  }

  /** Whether pages of this origin may call; an opaque origin may not. */
  boolean allows(Optional<Origin> origin) {
    return origin.isPresent() && (any || origins.contains(origin.get()));
  }

  /**
   * Sets the headers that allow a page to read the answer.
   *
   * @param origin the header {@code Origin} as sent; null without one
   */
  void mark(HttpServletResponse response, String origin) {
    if (origins.isEmpty() && !any) {
      return;
    }
    if (!any) {
      // Otherwise a cache could serve one page's answer to another.
      response.addHeader("Vary", "Origin");
    }
    if (origin != null && allows(Origin.parse(origin))) {
      response.setHeader("Access-Control-Allow-Origin", any ? ANY : origin);
      response.setHeader("Access-Control-Expose-Headers", EXPOSED);
      if (credentials) {
        response.setHeader("Access-Control-Allow-Credentials", "true");
      }
    }
  }

  /** Answers a preflight request of an allowed page. */
  void answerPreflight(HttpServletResponse response) {
    response.setHeader("Access-Control-Allow-Methods", METHODS);
    if (!headers.isEmpty()) {
      response.setHeader("Access-Control-Allow-Headers", headers);
    }
    response.setHeader("Access-Control-Max-Age", String.valueOf(maxAgeSeconds));
    response.setStatus(HttpServletResponse.SC_NO_CONTENT);
  }
}
