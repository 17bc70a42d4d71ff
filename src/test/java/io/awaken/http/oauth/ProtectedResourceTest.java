package io.awaken.http.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.fixture.ServedRequest;
import io.awaken.http.front.HostRules;
import io.awaken.http.front.PublicAddress;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.client.TrustedProxies;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients are told before they have a token. */
@Rows({1120, 1121, 1122})
class ProtectedResourceTest {

  private static final List<String> ISSUER = List.of("https://issuer.example");
  private static final String PROXY = "10.0.0.7";

  private static ProtectedResource resource(
      String address, List<String> issuers, List<String> scopes) {
    var origins = new ClientOrigins(TrustedProxies.of("key", List.of(PROXY)));
    var hosts = HostRules.of(Set.of("agents.example"));
    return new ProtectedResource(
        "/v1/mcp", PublicAddress.of(Optional.ofNullable(address), hosts, origins), issuers, scopes);
  }

  private static ServedRequest asked(String host) {
    return new ServedRequest("GET", "").with("Host", host);
  }

  private static Object named(ProtectedResource resource, ServedRequest request) {
    return resource.metadata(request.request()).map(told -> told.get("resource")).orElse(null);
  }

  @Test
  void metadataNamesTheResourceItsIssuersAndItsScopes() {
    var resource = resource(null, ISSUER, List.of("mcp:read", "mcp:call"));

    assertThat(resource.metadata(asked("agents.example:8443").request()))
        .hasValue(
            Map.of(
                "resource",
                "http://agents.example:8443/v1/mcp",
                "authorization_servers",
                ISSUER,
                "scopes_supported",
                List.of("mcp:read", "mcp:call"),
                "bearer_methods_supported",
                List.of("header")));
    assertThat(resource.metadataPaths())
        .containsExactly(
            "/.well-known/oauth-protected-resource",
            "/.well-known/oauth-protected-resource/v1/mcp");
  }

  @Test
  void whereNoScopesAreNeededNoneAreNamed() {
    var request = asked("localhost:8080").request();
    var resource = resource(null, ISSUER, List.of());

    assertThat(resource.metadata(request).orElseThrow()).doesNotContainKey("scopes_supported");
    assertThat(resource.challenge(request, null))
        .isEqualTo(
            "Bearer resource_metadata="
                + "\"http://localhost:8080/.well-known/oauth-protected-resource/v1/mcp\"");
  }

  @Test
  void anApplicationBelowTheRootIsDescribedBelowItsOwnPath() {
    var request = asked("agents.example").inContext("/awaken");
    var resource = resource(null, ISSUER, List.of());

    assertThat(named(resource, request)).isEqualTo("http://agents.example/awaken/v1/mcp");
    assertThat(resource.challenge(request.request(), null))
        .contains("\"http://agents.example/awaken/.well-known/oauth-protected-resource/v1/mcp\"");
  }

  @Test
  void aTrustedProxySaysWhetherClientsUseTls() {
    var resource = resource(null, ISSUER, List.of());
    var direct = asked("agents.example").with("X-Forwarded-Proto", "https");
    var proxied = asked("agents.example").with("X-Forwarded-Proto", "https").from(PROXY);
    var unclear = asked("agents.example").with("X-Forwarded-Proto", "https, http").from(PROXY);
    var nonsense = asked("agents.example").with("X-Forwarded-Proto", "\"gopher").from(PROXY);

    assertThat(named(resource, direct)).isEqualTo("http://agents.example/v1/mcp");
    assertThat(named(resource, proxied)).isEqualTo("https://agents.example/v1/mcp");
    assertThat(named(resource, unclear)).isEqualTo("http://agents.example/v1/mcp");
    assertThat(named(resource, nonsense)).isEqualTo("http://agents.example/v1/mcp");
  }

  @Test
  void theConfiguredAddressCountsMoreThanTheRequest() {
    var request = asked("localhost:8080").inContext("/internal");

    assertThat(named(resource("https://gate.example/agents/", ISSUER, List.of()), request))
        .isEqualTo("https://gate.example/agents/v1/mcp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "agents.example.evil.example",
        "agents.example\", x=\"",
        "a b",
        ""
      })
  @Attacks("S10")
  void aHostThatIsNotServedIsNeverNamed(String host) {
    var request = asked(host);
    var resource = resource(null, ISSUER, List.of("mcp"));

    assertThat(resource.metadata(request.request())).isEmpty();
    assertThat(resource.challenge(request.request(), null)).isEqualTo("Bearer scope=\"mcp\"");
  }

  @Test
  void withoutAnIssuerThereIsNothingToTell() {
    var request = asked("localhost").request();
    var resource = resource(null, List.of(), List.of());

    assertThat(resource.described()).isFalse();
    assertThat(resource.metadata(request)).isEmpty();
    assertThat(resource.challenge(request, null)).isEqualTo("Bearer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agents.example",
        "ftp://agents.example",
        "https://",
        "https://ada@agents.example",
        "https://agents.example/?a=b",
        "https://agents.example/#a",
        "https://agents.example/\u00e4",
        "https://agents.example/a b"
      })
  void anAddressThatIsNoneIsRefusedAtStart(String address) {
    assertThatThrownBy(() -> PublicAddress.check(address))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("awaken.http.public-url is '" + address + "' but must be");
  }

  @Test
  void scopesAreSeparatedByBlanks() {
    assertThat(ProtectedResource.scopes("key", " mcp:read  mcp:call ")).hasSize(2);
    assertThat(ProtectedResource.scopes("key", "  ")).isEmpty();
    for (String bad : List.of("a\"b", "a\\b", "\u00e4", "x".repeat(257))) {
      assertThatThrownBy(() -> ProtectedResource.scopes("key", "ok " + bad))
          .hasMessageStartingWith("key has '" + bad + "' but must be scopes");
    }
  }
}
