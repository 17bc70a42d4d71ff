package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.security.Principal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a caller follows from what the container authenticated. A JSON Web Token says everything by
 * its claims. Any other principal has a name; a container tells its roles only one by one, so those
 * that matter here are asked for, and its tenant is the default one.
 *
 * @param tenantClaim claim of the tenant; a token without it belongs to the default tenant
 * @param rolesClaim claim of the roles; a token without it has none
 * @param roles names to ask the container for
 * @param clock tells whether a token is good already: not every server asks
 * @param leeway by which the issuer's clock may be ahead
 */
public record CallerRules(
    String tenantClaim,
    String rolesClaim,
    Set<String> roles,
    InstantSource clock,
    Duration leeway) {

  /** What the database has room for. */
  private static final int MAX_TENANT = 128;

  private static final int MAX_NAME = 256;
  private static final int MAX_ROLES = 1_000;

  private static final List<String> SCOPES = List.of("scope", "scp");

  public CallerRules {
    roles = Set.copyOf(roles);
  }

  /**
   * The caller; empty for a request without credentials.
   *
   * @param principal whom the container authenticated, or null
   * @param credentials whether the request brought credentials
   * @param inRole asks the container
   * @throws RefusedException 401 for credentials that were not checked, which are never taken for
   *     none, and for a token that is not good yet. 403 for a caller that cannot be stored
   */
  Optional<Caller> caller(Principal principal, boolean credentials, Predicate<String> inRole) {
    if (principal == null || principal.getName() == null || principal.getName().isBlank()) {
      if (credentials) {
        throw unchecked().exception();
      }
      return Optional.empty();
    }
    return Optional.of(
        TokenClaims.of(principal)
            .map(claims -> of(principal, claims))
            .orElseGet(() -> named(principal, inRole)));
  }

  /**
   * What a caller's credentials are good for: the scopes of a JSON Web Token, as RFC 9068 and the
   * providers that came before it write them. Other credentials know roles only, which count as
   * scopes then.
   *
   * @param principal whom the container authenticated; null for a caller whom it does not know
   */
  static Set<String> scopes(Principal principal, Caller caller) {
    return TokenClaims.of(principal)
        .map(
            claims ->
                SCOPES.stream()
                    .flatMap(name -> claims.texts(name).stream())
                    .flatMap(text -> Stream.of(text.split(" ")))
                    .collect(Collectors.toSet()))
        .orElseGet(caller::roles);
  }

  static Refusal unchecked() {
    return Refusal.unauthorized(
        "invalid_credentials",
        "this server does not accept these credentials; it checks those of the scheme that it is"
            + " configured for, and none without");
  }

  private Caller of(Principal principal, TokenClaims claims) {
    claims.requireGoodAt(clock.instant().plus(leeway));
    String tenant =
        claims
            .text(tenantClaim)
            .map(text -> checked("the claim " + tenantClaim, text, MAX_TENANT))
            .orElse(Caller.ANONYMOUS.tenant());
    return new Caller(tenant, subject(principal), roles(claims.texts(rolesClaim)));
  }

  private Caller named(Principal principal, Predicate<String> inRole) {
    Set<String> has = roles.stream().filter(inRole).collect(Collectors.toSet());
    return new Caller(Caller.ANONYMOUS.tenant(), subject(principal), has);
  }

  private static String subject(Principal principal) {
    return checked("the caller's name", principal.getName(), MAX_NAME);
  }

  private Set<String> roles(Collection<String> names) {
    if (names.size() > MAX_ROLES) {
      throw unusable("the claim %s has more than %d roles".formatted(rolesClaim, MAX_ROLES));
    }
    return names.stream()
        .map(name -> checked("a role of the claim " + rolesClaim, name, MAX_NAME))
        .collect(Collectors.toSet());
  }

  /** Without control characters: some databases refuse them, and they break lines of logs. */
  private static String checked(String what, String text, int max) {
    if (text.isBlank() || text.length() > max || text.chars().anyMatch(Character::isISOControl)) {
      throw unusable(
          "%s must have 1 to %d characters and no control characters".formatted(what, max));
    }
    return text;
  }

  static RefusedException unusable(String message) {
    return new Refusal(403, "unusable_caller", message, null, null).exception();
  }
}
