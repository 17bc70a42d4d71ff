package io.awaken.http.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.run.Caller;
import jakarta.json.JsonString;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerRulesTest {

  private static final CallerRules OPEN =
      new CallerRules(true, "tenant", "groups", Set.of("clerk", "boss"));
  private static final CallerRules CLOSED =
      new CallerRules(false, "tenant", "groups", Set.of("clerk"));

  /** What a container hands out for a token that it has verified. */
  private record Token(String getName, Map<String, Object> claims) implements JsonWebToken {
    @Override
    public Set<String> getClaimNames() {
      return claims.keySet();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T getClaim(String name) {
      return (T) claims.get(name);
    }
  }

  /** A text as JSON. */
  private record Text(String getString) implements JsonString {
    @Override
    public CharSequence getChars() {
      return getString;
    }

    @Override
    public ValueType getValueType() {
      return ValueType.STRING;
    }
  }

  @Test
  void nobodyIsAnonymousWithoutRoles() {
    assertThat(OPEN.caller(null, false, role -> true)).isEqualTo(Caller.ANONYMOUS);
  }

  @Test
  void nobodyIsRefusedWhereAnonymousCallersAreNotServed() {
    assertRefused(401, "unauthorized", CLOSED, null, false);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void credentialsThatNobodyHasCheckedAreNeverTakenForNone(String name) {
    Principal principal = name == null ? null : () -> name;

    assertRefused(401, "invalid_credentials", OPEN, principal, true);
    assertRefused(401, "invalid_credentials", CLOSED, principal, true);
  }

  @Test
  void aPrincipalOfAnyMechanismHasThoseOfTheRolesThatTheContainerConfirms() {
    var caller = OPEN.caller(() -> "ada", true, Set.of("clerk", "guest")::contains);

    assertThat(caller).isEqualTo(new Caller("default", "ada", Set.of("clerk")));
    assertThat(CLOSED.caller(() -> "ada", true, role -> false).subject()).isEqualTo("ada");
  }

  @Test
  void aTokenSaysTenantAndRolesByItsClaims() {
    var values = Map.<String, Object>of("tenant", "acme", "groups", Set.of("clerk", "guest"));
    var caller = OPEN.caller(new Token("ada", values), true, role -> true);

    assertThat(caller).isEqualTo(new Caller("acme", "ada", Set.of("clerk", "guest")));
  }

  @Test
  void aTokenWithoutThoseClaimsHasNoRolesInTheDefaultTenant() {
    assertThat(OPEN.caller(new Token("ada", Map.of()), true, role -> true))
        .isEqualTo(new Caller("default", "ada", Set.of()));
  }

  @Test
  void claimsAreReadAsJsonToo() {
    var roles = List.of(new Text("clerk"), new Text("boss"));
    var values = Map.<String, Object>of("tenant", new Text("acme"), "groups", roles);

    assertThat(OPEN.caller(new Token("ada", values), true, role -> false))
        .isEqualTo(new Caller("acme", "ada", Set.of("clerk", "boss")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          realm_access.roles     | clerk
          https://a.example/role | auditor
          realm_access.other     |
          realm_access.a.b       |
          missing.roles          |
          """)
  void aClaimInsideAnotherIsNamedByItsPathAndOneWithDotsByItsName(String claim, String role) {
    var values = new HashMap<String, Object>();
    values.put("realm_access", Map.of("roles", List.of(new Text("clerk"))));
    values.put("https://a.example/role", "auditor");
    var rules = new CallerRules(true, "tenant", claim, Set.of());

    assertThat(rules.caller(new Token("ada", values), true, any -> false).roles())
        .isEqualTo(role == null ? Set.of() : Set.of(role));
  }

  @Test
  void aCallerThatCannotBeStoredIsRefusedByName() {
    assertRefused(403, "unusable_caller", OPEN, token("tenant", 7), true);
    assertRefused(403, "unusable_caller", OPEN, token("tenant", " "), true);
    assertRefused(403, "unusable_caller", OPEN, token("tenant", "a\u0000b"), true);
    assertRefused(403, "unusable_caller", OPEN, token("tenant", "x".repeat(129)), true);
    assertRefused(403, "unusable_caller", OPEN, token("groups", List.of("a", 7)), true);
    assertRefused(403, "unusable_caller", OPEN, token("groups", List.of("x".repeat(257))), true);
    var many = IntStream.rangeClosed(0, 1_000).mapToObj(i -> "role" + i).toList();
    assertRefused(403, "unusable_caller", OPEN, token("groups", many), true);
    assertRefused(403, "unusable_caller", OPEN, () -> "x".repeat(257), true);
    assertThatThrownBy(() -> OPEN.caller(token("tenant", 7), true, role -> false))
        .hasMessage("the claim tenant of the token is not a text");
  }

  @Test
  void aResourceReadsWhatTheFilterFoundAndTrustsNothingElse() {
    var ada = new Caller("acme", "ada", Set.of("clerk"));
    SecurityContext found = new CallerContext(ada, null);

    assertThat(Callers.of(found)).isEqualTo(ada);
    assertThat(found.getUserPrincipal().getName()).isEqualTo("ada");
    assertThat(found.isUserInRole("clerk")).isTrue();
    assertThat(found.isUserInRole("boss")).isFalse();
    assertThat(Callers.of(new CallerContext(Caller.ANONYMOUS, null))).isEqualTo(Caller.ANONYMOUS);
    assertThat(Callers.of(null)).isEqualTo(Caller.ANONYMOUS);
    assertThatThrownBy(() -> Callers.of(new Unfiltered()))
        .hasMessage("the request did not pass the authentication filter");
  }

  private record Unfiltered() implements SecurityContext {
    @Override
    public Principal getUserPrincipal() {
      return () -> "ada";
    }

    @Override
    public boolean isUserInRole(String role) {
      return true;
    }

    @Override
    public boolean isSecure() {
      return true;
    }

    @Override
    public String getAuthenticationScheme() {
      return null;
    }
  }

  private static Token token(String claim, Object value) {
    return new Token("ada", Map.of(claim, value));
  }

  private static void assertRefused(
      int status, String code, CallerRules rules, Principal principal, boolean credentials) {
    var refused =
        catchThrowableOfType(
            RefusedException.class, () -> rules.caller(principal, credentials, role -> true));
    assertThat(refused.refusal().status()).isEqualTo(status);
    assertThat(refused.refusal().code()).isEqualTo(code);
  }
}
