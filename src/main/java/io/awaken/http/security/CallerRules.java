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
 * Derives a caller from the container's principal. A JSON Web Token has everything in its claims.
 * Any other principal has a name and the default tenant; a container checks only single roles, so
 * those in use are checked.
 *
 * @param tenantClaim claim of the tenant; a token without it belongs to the default tenant
 * @param rolesClaim claim of the roles; a token without it has none
 * @param roles names of roles to check
 * @param clock checks whether a token is valid yet: not every server does
 * @param leeway how far the issuer's clock may be ahead
 */
public record CallerRules(
    String tenantClaim,
    String rolesClaim,
    Set<String> roles,
    InstantSource clock,
    Duration leeway) {

  /** Limits of the database columns. */
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
   * @param principal authenticated by the container, or null
   * @param credentials whether the request brought credentials
   * @param inRole checks a role
   * @throws RefusedException 401 for credentials that no mechanism checked, which never count as
   *     none, and for a token that is not valid yet. 403 for a caller that cannot be stored
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
   * The scopes of a caller's credentials: those of a JSON Web Token, in the form of RFC 9068 or of
   * older providers; for other credentials their roles.
   *
   * @param principal authenticated by the container; null for a caller of the token file
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
    return unaccepted(
        "this server does not accept these credentials; it checks those of the scheme that it is"
            + " configured for, and none without");
  }

  static Refusal unaccepted(String message) {
    return Refusal.unauthorized("invalid_credentials", message);
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

  /** Without control characters: some databases refuse them, and they break log lines. */
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
