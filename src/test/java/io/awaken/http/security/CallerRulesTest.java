package io.awaken.http.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import jakarta.json.JsonNumber;
import jakarta.json.JsonString;
import jakarta.ws.rs.core.SecurityContext;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerRulesTest {

  private static final Instant NOW = Instant.parse("2027-01-31T12:00:00Z");
  private static final CallerRules RULES = rules("groups", Set.of("clerk", "boss"));

  private static CallerRules rules(String rolesClaim, Set<String> roles) {
    return new CallerRules("tenant", rolesClaim, roles, () -> NOW, Duration.ofSeconds(5));
  }

  private static Caller caller(
      CallerRules rules, Principal principal, boolean credentials, Predicate<String> inRole) {
    return rules.caller(principal, credentials, inRole).orElseThrow();
  }

  /** A container's principal for a verified token. */
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

  /** A number as JSON. */
  private record Number(double doubleValue) implements JsonNumber {
    @Override
    public boolean isIntegral() {
      return false;
    }

    @Override
    public int intValue() {
      return (int) doubleValue;
    }

    @Override
    public int intValueExact() {
      return intValue();
    }

    @Override
    public long longValue() {
      return (long) doubleValue;
    }

    @Override
    public long longValueExact() {
      return longValue();
    }

    @Override
    public BigInteger bigIntegerValue() {
      return bigDecimalValue().toBigInteger();
    }

    @Override
    public BigInteger bigIntegerValueExact() {
      return bigIntegerValue();
    }

    @Override
    public BigDecimal bigDecimalValue() {
      return BigDecimal.valueOf(doubleValue);
    }

    @Override
    public ValueType getValueType() {
      return ValueType.NUMBER;
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
  void aRequestWithoutPrincipalAndCredentialsIsAnonymous() {
    assertThat(RULES.caller(null, false, role -> true)).isEmpty();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void uncheckedCredentialsAreNeverTreatedAsNone(String name) {
    Principal principal = name == null ? null : () -> name;

    assertRefused(401, "invalid_credentials", principal);
  }

  @Test
  void aPrincipalHasTheRolesThatTheContainerConfirms() {
    var caller = caller(RULES, () -> "ada", true, Set.of("clerk", "guest")::contains);

    assertThat(caller).isEqualTo(new Caller("default", "ada", Set.of("clerk")));
    assertThat(caller(RULES, () -> "ada", true, role -> false).subject()).isEqualTo("ada");
  }

  @Test
  void tenantAndRolesComeFromTheTokensClaims() {
    var values = Map.<String, Object>of("tenant", "acme", "groups", Set.of("clerk", "guest"));
    var caller = caller(RULES, new Token("ada", values), true, role -> true);

    assertThat(caller).isEqualTo(new Caller("acme", "ada", Set.of("clerk", "guest")));
  }

  @Test
  void aTokenWithoutThoseClaimsHasNoRolesInTheDefaultTenant() {
    assertThat(caller(RULES, new Token("ada", Map.of()), true, role -> true))
        .isEqualTo(new Caller("default", "ada", Set.of()));
  }

  @Test
  void claimsAreReadAsJsonToo() {
    var roles = List.of(new Text("clerk"), new Text("boss"));
    var values = Map.<String, Object>of("tenant", new Text("acme"), "groups", roles);

    assertThat(caller(RULES, new Token("ada", values), true, role -> false))
        .isEqualTo(new Caller("acme", "ada", Set.of("clerk", "boss")));
  }

  @Test
  @Rows(1121)
  void aTokenHasItsScopesAndOtherCredentialsTheirRoles() {
    var ada = new Caller("default", "ada", Set.of("clerk"));

    assertThat(CallerRules.scopes(token("scope", "mcp mail"), ada)).containsOnly("mcp", "mail");
    assertThat(CallerRules.scopes(token("scp", List.of(new Text("mcp"))), ada)).containsOnly("mcp");
    assertThat(CallerRules.scopes(token("groups", "mcp"), ada)).isEmpty();
    assertThat(CallerRules.scopes(() -> "ada", ada)).containsOnly("clerk");
    assertThat(CallerRules.scopes(null, ada)).containsOnly("clerk");
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
    var rules = rules(claim, Set.of());

    assertThat(caller(rules, new Token("ada", values), true, any -> false).roles())
        .isEqualTo(role == null ? Set.of() : Set.of(role));
  }

  @Test
  @Attacks("S02")
  void aTokenThatIsNotValidYetIsRefused() {
    long now = NOW.getEpochSecond();
    for (Object good : List.of(now - 1, now, now + 5, new Number((double) now))) {
      assertThat(caller(RULES, token("nbf", good), true, role -> false).subject()).isEqualTo("ada");
    }
    for (Object bad : List.of(now + 6, now + 3_600, new Number(1e300), "soon", List.of())) {
      assertRefused(401, "token_not_yet_valid", token("nbf", bad));
    }
  }

  @Test
  void aCallerThatCannotBeStoredIsRefusedByName() {
    assertRefused(403, "unusable_caller", token("tenant", 7));
    assertRefused(403, "unusable_caller", token("tenant", " "));
    assertRefused(403, "unusable_caller", token("tenant", "a\u0000b"));
    assertRefused(403, "unusable_caller", token("tenant", "x".repeat(129)));
    assertRefused(403, "unusable_caller", token("groups", List.of("a", 7)));
    assertRefused(403, "unusable_caller", token("groups", List.of("x".repeat(257))));
    var many = IntStream.rangeClosed(0, 1_000).mapToObj(i -> "role" + i).toList();
    assertRefused(403, "unusable_caller", token("groups", many));
    assertRefused(403, "unusable_caller", () -> "x".repeat(257));
    assertThatThrownBy(() -> caller(RULES, token("tenant", 7), true, role -> false))
        .hasMessage("the claim tenant of the token is not a text");
  }

  @Test
  void aResourceTrustsOnlyTheFiltersCaller() {
    var ada = new Caller("acme", "ada", Set.of("clerk"));
    SecurityContext found =
        new AuthenticationFilter.CallerContext(new KnownCaller(ada, ada.roles()), null);

    assertThat(Callers.of(found)).isEqualTo(ada);
    assertThat(found.getUserPrincipal().getName()).isEqualTo("ada");
    assertThat(found.isUserInRole("clerk")).isTrue();
    assertThat(found.isUserInRole("boss")).isFalse();
    assertThat(
            Callers.of(
                new AuthenticationFilter.CallerContext(
                    new KnownCaller(Caller.ANONYMOUS, Set.of()), null)))
        .isEqualTo(Caller.ANONYMOUS);
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

  private static void assertRefused(int status, String code, Principal principal) {
    var refused =
        catchThrowableOfType(
            RefusedException.class, () -> RULES.caller(principal, true, role -> true));
    assertThat(refused.refusal().status()).isEqualTo(status);
    assertThat(refused.refusal().code()).isEqualTo(code);
  }
}
