package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpAuth.IdentityProvider.SubjectTokenType;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.Secret;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Access managed by an enterprise identity provider. */
class EnterpriseManagedTest {

  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();
  private static final String ECHO = "mcp__s__echo";

  private ScriptedServer server;
  private GrantingServer granting;
  private IdentityProviderServer provider;
  private ServersUnderTest mine;

  @BeforeEach
  void start() throws Exception {
    granting = new GrantingServer();
    provider = new IdentityProviderServer(granting);
    server = new ScriptedServer(ProtocolVersion.V2026_07_28);
    server.tools = List.of(ScriptedServer.tool("echo", ""));
    server.calls.put("echo", asked -> asked.result(ScriptedServer.text("done")));
    granting.guard(server);
    mine =
        new ServersUnderTest(
            String.valueOf(server.port()),
            String.valueOf(granting.port()),
            String.valueOf(provider.port()));
  }

  @AfterEach
  void stop() {
    mine.close();
    server.close();
    provider.close();
    granting.close();
  }

  private McpAuth.IdentityProvider idToken() {
    return McpAuth.IdentityProvider.of(
        provider.issuer(), IdentityProviderServer.CLIENT, IdentityProviderServer.SUBJECT_TOKEN);
  }

  private void connected(McpServerSpec spec) {
    mine.connected(spec);
    assertThat(mine.report().reason()).isNull();
    assertThat(mine.ids()).containsExactly(ECHO);
  }

  private McpServerSpec spec(McpAuth.IdentityProvider from) {
    McpAuth auth =
        McpAuth.enterpriseManaged(GrantingServer.CLIENT, from)
            .withSecret(GrantingServer.SECRET)
            .withScopes(List.of("read", "write"));
    return McpServerSpec.http("s", server.url()).withAuth(auth);
  }

  @Test
  @Rows(1148)
  void anIdTokenIsExchangedForAnAssertionAndThatForAToken() throws Exception {
    connected(spec(idToken()));

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    assertThat(provider.asked).hasSize(1);
    assertThat(provider.asked.getFirst().form())
        .containsEntry("audience", granting.issuer())
        .containsEntry("resource", server.url())
        .containsEntry("scope", "read write")
        .containsEntry("client_id", IdentityProviderServer.CLIENT);
    assertThat(granting.asked).hasSize(1);
    assertThat(granting.asked.getFirst().form())
        .containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer")
        .containsEntry("assertion", provider.issued.getFirst())
        .containsEntry("resource", server.url())
        .containsEntry("scope", "read write");
    assertThat(granting.asked.getFirst().authorization()).startsWith("Basic ");
  }

  @Test
  @Rows(1148)
  @Attacks("S16")
  void theTokenOfAUserIsSentOnlyToTheIdentityProvider() throws Exception {
    connected(spec(idToken()));
    mine.call(ECHO, NOTHING);

    assertThat(granting.asked.toString()).doesNotContain(IdentityProviderServer.SUBJECT_TOKEN);
    assertThat(server.seen("tools/call"))
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each.headers() + " " + each.body())
                    .contains("Bearer access-1")
                    .doesNotContain(IdentityProviderServer.SUBJECT_TOKEN, "jag"));
  }

  @Test
  @Rows(1148)
  void theNextTokenNeedsAnotherAssertion() throws Exception {
    granting.lifeSeconds = 600;
    connected(spec(idToken()));

    mine.clock.advance(Duration.ofSeconds(541));

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    assertThat(granting.asked)
        .extracting(asked -> asked.form().get("assertion"))
        .hasSize(2)
        .doesNotHaveDuplicates()
        .containsExactlyElementsOf(provider.issued);
  }

  @Test
  @Rows(1148)
  void aRefreshTokenIsExchangedToo() throws Exception {
    provider.subjectTokenType = "refresh_token";
    McpAuth.IdentityProvider from = idToken();

    connected(
        spec(
            new McpAuth.IdentityProvider(
                from.issuer(),
                from.clientId(),
                null,
                null,
                null,
                from.subjectToken(),
                SubjectTokenType.REFRESH_TOKEN)));

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
  }

  @Test
  @Rows(1148)
  void theClientAuthenticatesAtTheIdentityProviderByItsSecret() throws Exception {
    connected(spec(idToken().withSecret("other secret")));

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    String pair = IdentityProviderServer.CLIENT + ":other+secret";
    assertThat(provider.asked.getFirst().authorization())
        .isEqualTo(
            "Basic "
                + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII)));
    assertThat(provider.asked.getFirst().form()).doesNotContainKey("client_id");
  }

  @Test
  @Rows(1148)
  void theClientAuthenticatesAtTheIdentityProviderByItsKey() throws Exception {
    provider.metadata.putArray("token_endpoint_auth_methods_supported").add("private_key_jwt");
    byte[] key =
        KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate().getEncoded();
    String pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(key)
            + "\n-----END PRIVATE KEY-----\n";
    McpAuth.IdentityProvider from = idToken();

    connected(
        spec(
            new McpAuth.IdentityProvider(
                from.issuer(),
                from.clientId(),
                null,
                Secret.of(pem),
                "key-1",
                from.subjectToken(),
                null)));

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    String[] assertion = provider.asked.getFirst().form().get("client_assertion").split("\\.");
    assertThat(new String(Base64.getUrlDecoder().decode(assertion[0]), StandardCharsets.UTF_8))
        .contains("EdDSA", "key-1");
    assertThat(new String(Base64.getUrlDecoder().decode(assertion[1]), StandardCharsets.UTF_8))
        .contains("\"aud\":\"" + provider.issuer() + "\"");
  }

  @ParameterizedTest
  @Rows(1148)
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          refusal | invalid_grant | the identity provider gives no assertion (400, invalid_grant)
          type    | urn:ietf:params:oauth:token-type:access_token | the token endpoint of the identity provider answered without an identity assertion (ID-JAG)
          issuer  | http://127.0.0.1:1 | the metadata of the authorization server is that of another issuer than
          methods | private_key_jwt | the authorization server
          """)
  void aRefusalOfTheIdentityProviderIsNamedAndNoTokenIsRequested(
      String what, String value, String reason) {
    McpAuth.IdentityProvider from = idToken();
    switch (what) {
      case "refusal" -> provider.refusal = value;
      case "type" -> provider.issuedType = value;
      case "issuer" -> provider.metadata.put("issuer", value);
      default -> {
        provider.metadata.putArray("token_endpoint_auth_methods_supported").add(value);
        from = from.withSecret(GrantingServer.SECRET);
      }
    }

    mine.connected(spec(from));

    assertThat(mine.report().code()).isEqualTo("unauthorized");
    assertThat(mine.report().reason())
        .startsWith(reason)
        .doesNotContain(IdentityProviderServer.SUBJECT_TOKEN, GrantingServer.SECRET);
    assertThat(granting.asked).isEmpty();
  }

  @Test
  @Rows(1148)
  void anAssertionThatTheAuthorizationServerRefusesIsNotSentAgain() throws Exception {
    provider.believed = false;

    mine.connected(spec(idToken()));

    assertThat(mine.report().reason())
        .isEqualTo("the authorization server gives no token (400, invalid_grant)");
    assertThat(granting.asked).hasSize(1);

    provider.believed = true;
    mine.clock.advance(Duration.ofSeconds(3));
    mine.servers.connect(Duration.ofSeconds(20));
    assertThat(mine.report().state()).isEqualTo("connected");
  }

  @Test
  @Rows(1148)
  @Attacks("S22")
  void theAddressOfTheIdentityProviderPassesTheGuard() {
    provider.metadata.put("token_endpoint", "http://169.254.169.254/token");

    mine.connected(spec(idToken()));

    assertThat(mine.report().code()).isEqualTo("address_refused");
    assertThat(mine.report().reason())
        .startsWith("the token endpoint of the identity provider at http://169.254.169.254: ");
  }

  @Test
  @Rows({1148, 1291})
  void aLargerScopeIsRequestedFromTheIdentityProvider() throws Exception {
    granting.challenge += ", scope=\"read\"";
    granting.requireForCalls("write", server);
    McpServerSpec all = spec(idToken());

    connected(all.withAuth(all.auth().withScopes(List.of())));

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    assertThat(provider.asked)
        .extracting(asked -> asked.form().get("scope"))
        .containsExactly("read", "read write");
  }
}
