package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tokens of this server's own. */
@MostlyWaiting
class ClientCredentialsTest {

  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();
  private static final String ECHO = "mcp__s__echo";

  private ScriptedServer server;
  private GrantingServer granting;
  private ServersUnderTest mine;

  @BeforeEach
  void start() throws Exception {
    granting = new GrantingServer();
    start(ProtocolVersion.V2026_07_28);
  }

  private void start(ProtocolVersion version) throws Exception {
    server = new ScriptedServer(version);
    server.tools = List.of(ScriptedServer.tool("echo", ""));
    server.calls.put("echo", asked -> asked.result(ScriptedServer.text("done")));
    granting.guard(server);
    mine = new ServersUnderTest(String.valueOf(server.port()), String.valueOf(granting.port()));
  }

  @AfterEach
  void stop() {
    mine.close();
    server.close();
    granting.close();
  }

  private McpAuth auth() {
    return McpAuth.clientCredentials(GrantingServer.CLIENT, GrantingServer.SECRET);
  }

  private McpServerSpec spec(McpAuth auth) {
    return McpServerSpec.http("s", server.url()).withAuth(auth);
  }

  @ParameterizedTest
  @Rows({1140, 1141})
  @EnumSource
  void aServerThatAsksForATokenGetsOneForAllItsCalls(ProtocolVersion version) throws Exception {
    stop();
    granting = new GrantingServer();
    start(version);

    mine.connected(spec(auth().withScopes(List.of("read", "write"))));

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    assertThat(granting.asked).hasSize(1);
    assertThat(granting.asked.getFirst().form())
        .containsEntry("resource", server.url())
        .containsEntry("scope", "read write")
        .doesNotContainKey("client_secret");
    assertThat(granting.asked.getFirst().authorization()).startsWith("Basic ");
  }

  @Test
  @Rows(1141)
  void theSecretIsSentInTheFormIfTheServerRequiresIt() throws Exception {
    granting.metadata.putArray("token_endpoint_auth_methods_supported").add("client_secret_post");

    mine.connected(spec(auth()));

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    assertThat(granting.asked.getFirst().authorization()).isNull();
  }

  @Test
  @Rows(1140)
  void withoutAnAddressInTheChallengeTheWellKnownOnesAreUsed() throws Exception {
    server.wellKnown.put("/.well-known/oauth-protected-resource/mcp", granting::resourceMetadata);
    granting.challenge = "Bearer realm=\"x\"";

    mine.connected(spec(auth()));

    assertThat(mine.ids()).containsExactly(ECHO);
  }

  @Test
  @Rows(1141)
  void callsThatWaitForATokenShareOne() throws Exception {
    mine.connected(spec(auth()));
    granting.tokens.clear();
    granting.asked.clear();
    var asking = new CountDownLatch(8);
    var gate = server.gate;
    server.gate =
        asked -> {
          boolean passes = gate.passes(asked);
          if (!passes) {
            asking.countDown();
          }
          return passes;
        };
    granting.beforeToken = () -> await(asking);

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<String>> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        calls.add(() -> mine.call(ECHO, NOTHING).modelText());
      }
      for (var call : threads.invokeAll(calls)) {
        assertThat(call.get()).isEqualTo("done");
      }
    }

    assertThat(granting.asked).hasSize(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Rows(1141)
  void aTokenIsRenewedShortlyBeforeItExpires() throws Exception {
    granting.lifeSeconds = 600;
    mine.connected(spec(auth()));

    mine.clock.advance(Duration.ofSeconds(539));
    mine.call(ECHO, NOTHING);
    assertThat(granting.asked).hasSize(1);

    mine.clock.advance(Duration.ofSeconds(2));
    mine.call(ECHO, NOTHING);
    assertThat(granting.asked).hasSize(2);
  }

  @Test
  @Rows(1141)
  void aRevokedTokenIsRenewedOncePerCall() throws Exception {
    mine.connected(spec(auth()));
    granting.tokens.clear();

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    assertThat(granting.asked).hasSize(2);

    server.gate =
        asked -> {
          asked.raw(401, "text/plain", "");
          return false;
        };

    assertThatThrownBy(() -> mine.call(ECHO, NOTHING))
        .hasMessageContaining("it rejected a newly issued token");
    assertThat(granting.asked).hasSize(3);
  }

  @Test
  @Rows(1141)
  void aFailureIsSharedForAMomentAndContainsNoSecret() throws Exception {
    granting.failure = "temporarily_unavailable";

    mine.connected(spec(auth()));

    assertThat(mine.report().code()).isEqualTo("unauthorized");
    assertThat(mine.report().reason())
        .isEqualTo("the authorization server gives no token (503, temporarily_unavailable)")
        .doesNotContain(GrantingServer.SECRET);

    granting.failure = null;
    mine.servers.connect(Duration.ofSeconds(20));
    assertThat(granting.asked).hasSize(1);

    mine.clock.advance(Duration.ofSeconds(3));
    mine.servers.connect(Duration.ofSeconds(20));
    assertThat(mine.report().state()).isEqualTo("connected");
    assertThat(granting.asked).hasSize(2);
  }

  @ParameterizedTest
  @Rows(1140)
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          resource  | http://127.0.0.1:1/mcp | the metadata of the resource is that of another server
          issuer    | http://127.0.0.1:1     | the metadata of the authorization server is that of another issuer
          servers   | http://other.example   | it names an authorization server on another host, http://other.example;
          token     | ftp://127.0.0.1/token  | the metadata of the authorization server: token_endpoint is no http or https address
          wanted    | http://wanted.example  | its metadata does not name the authorization server http://wanted.example of its document
          """)
  void metadataOfAnotherIssuerIsRejected(String what, String value, String reason) {
    McpAuth auth = auth();
    switch (what) {
      case "resource" -> granting.resource = value;
      case "issuer" -> granting.metadata.put("issuer", value);
      case "servers" -> granting.named = value;
      case "token" -> granting.metadata.put("token_endpoint", value);
      default -> auth = auth.withIssuer(value);
    }

    mine.connected(spec(auth));

    assertThat(mine.report().code()).isEqualTo("unauthorized");
    assertThat(mine.report().reason()).startsWith(reason);
    assertThat(granting.asked).isEmpty();
  }

  @Test
  @Rows(1140)
  @Attacks("S22")
  void addressesInMetadataPassTheGuard() {
    granting.metadata.put("token_endpoint", "http://169.254.169.254/token");

    mine.connected(spec(auth()));

    assertThat(mine.report().code()).isEqualTo("address_refused");
    assertThat(mine.report().reason()).startsWith("the token endpoint at http://169.254.169.254: ");
  }

  @Test
  @Rows(1140)
  void metadataThatIsTooLargeIsNotRead() {
    granting.metadata.put("more", "x".repeat(70_000));

    mine.connected(spec(auth()));

    assertThat(mine.report().code()).isEqualTo("unreachable");
    assertThat(mine.report().reason()).contains("more than 65536 bytes");
  }

  @ParameterizedTest
  @Rows(1141)
  @CsvSource({
    "EC, ES256, SHA256withECDSAinP1363Format",
    "RSA, RS256, SHA256withRSA",
    "Ed25519, EdDSA, Ed25519"
  })
  void aClientAuthenticatesByItsPrivateKey(String kind, String algorithm, String signature)
      throws Exception {
    var generator = KeyPairGenerator.getInstance(kind);
    if (kind.equals("EC")) {
      generator.initialize(new ECGenParameterSpec("secp256r1"));
    }
    KeyPair pair = generator.generateKeyPair();
    granting.metadata.putArray("token_endpoint_auth_methods_supported").add("private_key_jwt");
    granting
        .metadata
        .putArray("token_endpoint_auth_signing_alg_values_supported")
        .add("PS512")
        .add(algorithm);
    granting.assertions =
        (header, text, signed) -> {
          var check = Signature.getInstance(signature);
          check.initVerify(pair.getPublic());
          check.update(text);
          return header.path("alg").asText().equals(algorithm) && check.verify(signed);
        };
    String pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----\n";

    mine.connected(spec(McpAuth.signedCredentials(GrantingServer.CLIENT, pem)));

    assertThat(mine.report().reason()).isNull();
    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    assertThat(granting.asked.getFirst().authorization()).isNull();
  }

  @Test
  @Rows(1291)
  void aRequestThatNeedsALargerScopeGetsATokenWithIt() throws Exception {
    granting.challenge += ", scope=\"read\"";
    ScriptedServer.Gate any = server.gate;
    server.gate =
        asked -> {
          String token =
              String.valueOf(asked.exchange().getRequestHeaders().getFirst("Authorization"));
          String scope = granting.scopes.getOrDefault(token.replace("Bearer ", ""), "");
          boolean call = asked.body().path("method").asText().equals("tools/call");
          if (call && !scope.equals("read write")) {
            asked
                .exchange()
                .getResponseHeaders()
                .add("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"write\"");
            asked.raw(403, "text/plain", "");
            return false;
          }
          return any.passes(asked);
        };
    mine.connected(spec(auth()));

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    assertThat(granting.asked)
        .extracting(asked -> asked.form().get("scope"))
        .containsExactly("read", "read write");
  }

  @Test
  @Rows(1291)
  void aScopeThatTheDocumentDoesNotNameIsNotAskedFor() throws Exception {
    mine.connected(spec(auth().withScopes(List.of("read"))));
    server.gate =
        asked -> {
          asked
              .exchange()
              .getResponseHeaders()
              .add("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"admin\"");
          asked.raw(403, "text/plain", "");
          return false;
        };

    assertThatThrownBy(() -> mine.call(ECHO, NOTHING))
        .hasMessageContaining("it requires a scope that auth.scopes of its document does not name");
    assertThat(granting.asked).hasSize(1);
  }
}
