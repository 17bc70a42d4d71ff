package io.awaken.http.front;

import io.awaken.http.security.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which changing requests are allowed. A browser sends requests of any page with the user's
 * credentials, and names the page's origin. Immutable.
 */
final class OriginRules {

  private static final Set<String> CHANGE_NOTHING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
  private static final String FIELD = "Origin";

  /** A page of another origin can send this header only after a preflight request allowed it. */
  private static final String CUSTOM = "X-Requested-With";

  private final CorsRules cors;

  OriginRules(CorsRules cors) {
    this.cors = cors;
  }

  /**
   * Why a request is refused; empty if it is allowed.
   *
   * @param origins every header {@code Origin}
   * @param host the requested host
   * @param has whether the request has a header
   */
  Optional<Refusal> check(
      String method, List<String> origins, Authority host, Predicate<String> has) {
    if (CHANGE_NOTHING.contains(method)) {
      return Optional.empty();
    }
    if (!origins.stream().allMatch(origin -> mayCall(origin, host))) {
      return Optional.of(foreign());
    }
    boolean byCookieAlone = has.test("Cookie") && !has.test("Authorization");
    return byCookieAlone && origins.isEmpty() && !has.test(CUSTOM)
        ? Optional.of(unproven())
        : Optional.empty();
  }

  /** Whether a page of this origin may call. */
  boolean mayCall(String origin, Authority host) {
    Optional<Origin> parsed = Origin.parse(origin);
    return cors.allows(parsed) || parsed.filter(page -> page.isOf(host)).isPresent();
  }

  static Refusal foreign() {
    return Refusal.forbidden(
            "foreign_origin",
            "the origin of the page is neither that of the header Host, which a gateway must"
                + " forward as the browser sent it, nor in the setting awaken.http.cors.origins")
        .about(FIELD);
  }

  private static Refusal unproven() {
    return Refusal.forbidden(
            "origin_required",
            "a request with cookies and without the header Authorization that changes something"
                + " needs the header Origin or "
                + CUSTOM)
        .about(FIELD);
  }
}
