package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.oauth.GrantRefused;
import io.awaken.oauth.OAuthClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Without a configured client, this server registers or publishes a client metadata document. */
class ClientRegistrationTest {

  private static final Caller OPERATOR = new Caller("acme", "op", Set.of());
  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();
  private static final String ECHO = "mcp__s__echo";

  private ScriptedServer server;
  private GrantingServer granting;
  private ServersUnderTest mine;

  @BeforeEach
  void start() throws Exception {
    granting = new GrantingServer();
    granting.redirect = ServersUnderTest.REDIRECT;
    granting.metadata.put(
        "registration_endpoint", granting.issuer().replace("/tenant", "/register"));
    server = new ScriptedServer(ProtocolVersion.V2026_07_28);
    server.tools = List.of(ScriptedServer.tool("echo", ""));
    server.calls.put("echo", asked -> asked.result(ScriptedServer.text("done")));
    granting.guard(server);
    granting.challenge += ", scope=\"read\"";
    mine = new ServersUnderTest(String.valueOf(server.port()), String.valueOf(granting.port()));
    mine.connected(spec());
  }

  private McpServerSpec spec() {
    return McpServerSpec.http("s", server.url())
        .withAuth(McpAuth.authorizationCode(null, McpAuth.Per.SERVER));
  }

  @AfterEach
  void stop() {
    mine.close();
    server.close();
    granting.close();
  }

  private void grant() throws Exception {
    mine.servers.granted(OPERATOR, granting.agree(mine.servers.authorize("s", OPERATOR), "op"));
    mine.until(() -> mine.ids().contains(ECHO));
  }

  @Test
  @Rows(1290)
  void theClientIsRegisteredOnceAndUsesItsSecret() throws Exception {
    grant();
    mine.servers.authorize("s", OPERATOR);

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
    assertThat(granting.registered).hasSize(1);
    ObjectNode body = granting.registered.getFirst();
    assertThat(body.path("redirect_uris").path(0).asText()).isEqualTo(ServersUnderTest.REDIRECT);
    assertThat(body.path("grant_types").toString())
        .isEqualTo("[\"authorization_code\",\"refresh_token\"]");
    assertThat(body.path("application_type").asText()).isEqualTo("web");
    assertThat(body.path("token_endpoint_auth_method").asText()).isEqualTo("client_secret_basic");
    assertThat(granting.asked.getFirst().authorization()).startsWith("Basic ");
  }

  @Test
  @Rows(1290)
  void aPublicClientIsRegisteredIfNoOthersAreSupported() throws Exception {
    granting.secretWanted = false;
    granting.metadata.putArray("token_endpoint_auth_methods_supported").add("none");

    grant();

    assertThat(granting.registered.getFirst().path("token_endpoint_auth_method").asText())
        .isEqualTo("none");
    assertThat(granting.asked.getFirst().authorization()).isNull();
    assertThat(granting.asked.getFirst().form()).doesNotContainKey("client_secret");
  }

  @Test
  @Rows(1290)
  @Attacks("S18")
  void aRegistrationIsNeverSentToAnotherServer() throws Exception {
    grant();
    granting.tokens.clear();
    granting.tenant = "/moved";
    granting.metadata.put("issuer", granting.issuer());

    mine.servers.connect(Duration.ofSeconds(20));

    assertThat(mine.report().code()).isEqualTo("unauthorized");
    assertThat(granting.asked).as("no refresh token was sent").hasSize(1);
    grant();
    assertThat(granting.registered).hasSize(2);
  }

  @Test
  @Rows(1290)
  void withoutRegistrationTheDocumentMustNameAClient() {
    granting.metadata.remove("registration_endpoint");

    assertThatThrownBy(() -> mine.servers.authorize("s", OPERATOR))
        .isInstanceOf(GrantRefused.class)
        .hasMessageContaining("registers no clients; write the one that is known there");
  }

  @Test
  @Rows(1290)
  void aClientMetadataDocumentIsPreferredToARegistration() throws Exception {
    var clock = new SettableClock();
    OAuthClients clients =
        OAuthClients.of(clock, SecretVault.inMemory(clock), ServersUnderTest.REDIRECT)
            .withDocument("https://agents.example/client");

    var body = (ObjectNode) new ObjectMapper().readTree(clients.document().orElseThrow());

    assertThat(body.path("client_id").asText()).isEqualTo("https://agents.example/client");
    assertThat(body.path("redirect_uris").path(0).asText()).isEqualTo(ServersUnderTest.REDIRECT);
    assertThat(body.path("token_endpoint_auth_method").asText()).isEqualTo("none");
    assertThat(OAuthClients.of(clock, null, null).document()).isEmpty();
  }

  @Test
  @Rows(1291)
  void aRequestThatNeedsALargerScopeMakesAnOperatorGrantItOnce() throws Exception {
    grant();
    String narrow = granting.scopes.values().iterator().next();
    granting.requireForCalls("write", server);

    assertThat(narrow).isEqualTo("read");
    assertThatThrownBy(() -> mine.call(ECHO, NOTHING))
        .hasMessageContaining("an operator has to grant access")
        .hasMessageContaining("larger scope");
    String link = mine.servers.authorize("s", OPERATOR);
    assertThat(link).contains("scope=read+write");
    mine.servers.granted(OPERATOR, granting.agree(link, "op"));

    assertThat(mine.call(ECHO, NOTHING).modelText()).isEqualTo("done");
  }

  @Test
  @Rows(1291)
  void aServerThatRejectsEveryTokenDoesNotCauseFurtherGrants() throws Exception {
    grant();
    server.gate =
        asked -> {
          asked
              .exchange()
              .getResponseHeaders()
              .add("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"read\"");
          asked.raw(403, "text/plain", "");
          return false;
        };

    assertThatThrownBy(() -> mine.call(ECHO, NOTHING))
        .hasMessageContaining("it rejects a token that has the required scope");
  }

  @Test
  @Rows(1292)
  void aServerOfTheFirstRevisionIsItsOwnAuthorizationServer() throws Exception {
    server.gate =
        asked -> {
          asked.raw(401, "text/plain", "");
          return false;
        };
    server.wellKnown.put(
        "/.well-known/oauth-authorization-server",
        () -> {
          ObjectNode body = granting.metadata.deepCopy();
          return body.put("issuer", server.url().replace("/mcp", ""));
        });
    granting.resource = server.url();
    mine.servers.connect(Duration.ofSeconds(20));

    String link = mine.servers.authorize("s", OPERATOR);

    assertThat(link).startsWith(granting.metadata.path("authorization_endpoint").asText());
    assertThat(Map.of("resource", GrantingServer.parameters(link).get("resource")))
        .containsEntry("resource", server.url());
  }
}
