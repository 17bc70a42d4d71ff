package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.oauth.GrantRefused;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens granted by users in a browser. */
class AuthorizationCodeTest extends GrantBed {

  @ParameterizedTest
  @Rows({1143, 1144, 1145})
  @EnumSource
  void aCallWaitsForItsUserWhoseTokenIsUsedFromThenOn(ProtocolVersion version) throws Exception {
    stop();
    start(version);
    mine.connected(spec(McpAuth.Per.USER));

    var ticket = call(ANN).suspension();
    assertThat(ticket.suspension().action()).isEqualTo("tool:GrantAccess");
    assertThat(ticket.suspension().parameters().path("server").asText()).isEqualTo("s");
    String link = ticket.suspension().parameters().path("url").asText();
    assertThat(ticket.suspension().message()).contains(link);
    assertThat(server.seen("tools/call")).isEmpty();

    var grant = mine.servers.granted(ANN, granting.agree(link, "ann's account"));

    assertThat(grant.server()).isEqualTo("s");
    assertThat(grant.run()).isEqualTo(new RunId("run-1"));
    assertThat(grant.call()).isEqualTo("test-call");
    assertThat(call(ANN).modelText()).isEqualTo("ann's account");
    assertThat(call(ANN).modelText()).isEqualTo("ann's account");
    assertThat(granting.asked).hasSize(1);
    assertThat(granting.asked.getFirst().form()).containsEntry("resource", server.url());
  }

  @Test
  @Rows(1144)
  void noUserGetsTheTokenOfAnother() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    grant(ANN);

    assertThat(call(BOB).suspension()).isNotNull();
    assertThat(call(OTHER_ANN).suspension()).isNotNull();
    grant(BOB);

    assertThat(call(ANN).modelText()).isEqualTo("acme/ann");
    assertThat(call(BOB).modelText()).isEqualTo("acme/bob");
    assertThatThrownBy(() -> call(Caller.ANONYMOUS))
        .hasMessage("not executed: the MCP server s requires a logged-in user");
  }

  @Test
  @Rows(1145)
  @Attacks("S18")
  void aMissingForeignOrReplayedStateIsRefused() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    Map<String, String> answer = agreed(ANN);

    for (String state : new String[] {null, "", "x", "y".repeat(10_000), "' OR 1=1 --"}) {
      var other = new HashMap<>(answer);
      other.put("state", state);
      refused(ANN, other, "invalid_state");
    }
    refused(BOB, answer, "invalid_state");
    refused(OTHER_ANN, answer, "invalid_state");
    refused(Caller.ANONYMOUS, answer, "invalid_state");
    assertThat(granting.asked).isEmpty();
    assertThat(call(BOB).suspension()).isNotNull();

    mine.servers.granted(ANN, answer);
    refused(ANN, answer, "invalid_state");
    assertThat(granting.asked).hasSize(1);
  }

  @Test
  @Rows(1145)
  @Attacks("S18")
  void aLinkExpiresAfterADay() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    Map<String, String> answer = agreed(ANN);

    mine.clock.advance(Duration.ofHours(25));

    refused(ANN, answer, "invalid_state");
    assertThat(granting.asked).isEmpty();
  }

  @Test
  @Rows(1145)
  void issuersThatDifferOnlyByTheSlashOfAnEmptyPathAreTheSame() throws Exception {
    granting.tenant = "";
    granting.iss = granting.issuer() + "/";
    granting.metadata.put("issuer", granting.iss);
    mine.connected(spec(McpAuth.Per.USER));

    grant(ANN);

    assertThat(call(ANN).failed()).isFalse();
  }

  @ParameterizedTest
  @Rows(1145)
  @Attacks("S18")
  @ValueSource(strings = {"http://evil.example", ""})
  void aResponseOfAnotherIssuerIsRefused(String issuer) throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    var answer = new HashMap<>(agreed(ANN));
    if (issuer.isEmpty()) {
      answer.remove("iss");
    } else {
      answer.put("iss", issuer);
    }

    refused(ANN, answer, "invalid_answer");

    assertThat(granting.asked).isEmpty();
    assertThat(call(ANN).suspension()).isNotNull();
  }

  @Test
  @Rows(1145)
  @Attacks("S18")
  void anotherIssuerIsRefusedAlsoWhereTheServerDoesNotAnnounceItsOwn() throws Exception {
    granting.metadata.remove("authorization_response_iss_parameter_supported");
    mine.connected(spec(McpAuth.Per.USER));
    var answer = new HashMap<>(agreed(ANN));
    answer.put("iss", "http://evil.example");

    refused(ANN, answer, "invalid_answer");

    assertThat(granting.asked).isEmpty();
  }

  @Test
  @Rows(1145)
  void aServerThatAnnouncesNoIssuerMayOmitIt() throws Exception {
    granting.metadata.remove("authorization_response_iss_parameter_supported");
    mine.connected(spec(McpAuth.Per.USER));
    var answer = new HashMap<>(agreed(ANN));
    answer.remove("iss");

    mine.servers.granted(ANN, answer);

    assertThat(call(ANN).failed()).isFalse();
  }

  @Test
  @Rows(1145)
  @Attacks("S18")
  void aCodeOfAnotherFlowIsRefused() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    var answer = new HashMap<>(agreed(ANN));
    answer.put("code", agreed(BOB).get("code"));

    refused(ANN, answer, "no_token");

    assertThat(call(ANN).suspension()).isNotNull();
  }

  @Test
  @Rows(1145)
  @Attacks("S18")
  void aForeignRedirectAddressIsRefused() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    String link = link(ANN).replace("agents.example", "evil.example");

    assertThatThrownBy(() -> granting.agree(link, "ann")).hasMessageContaining("redirect_uri");
  }

  @Test
  @Rows(1143)
  @Attacks("S18")
  void withoutPkceNoUserIsAsked() {
    granting.metadata.putArray("code_challenge_methods_supported").add("plain");
    mine.connected(spec(McpAuth.Per.USER));

    assertThatThrownBy(() -> call(ANN))
        .hasMessage(
            "not executed: the MCP server s cannot be used: the authorization server "
                + granting.issuer()
                + " does not offer PKCE with S256");
  }

  @Test
  @Rows(1143)
  void usersAreNotSentToGuardedAddresses() {
    granting.metadata.put("authorization_endpoint", "http://169.254.169.254/authorize");
    mine.connected(spec(McpAuth.Per.USER));

    assertThatThrownBy(() -> call(ANN))
        .hasMessageContaining("the address at which access is granted at http://169.254.169.254");
  }

  private void refused(Caller caller, Map<String, String> answer, String code) {
    assertThatThrownBy(() -> mine.servers.granted(caller, answer))
        .isInstanceOfSatisfying(
            GrantRefused.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  @Test
  @Rows(1145)
  void aRefusedGrantFailsTheCall() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    var answer = new HashMap<>(agreed(ANN));
    answer.remove("code");
    answer.put("error", "access_denied");

    assertThatThrownBy(() -> mine.servers.granted(ANN, answer))
        .isInstanceOfSatisfying(
            GrantRefused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("access_denied");
              assertThat(refused.run()).isEqualTo(new RunId("run-1"));
              assertThat(refused.call()).isEqualTo("test-call");
            });
    assertThat(granting.asked).isEmpty();
  }

  @Test
  @Rows(1144)
  void aDocumentThatNamesAnotherServerDoesNotGetTheTokens() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    grant(ANN);
    try (var evil = new ScriptedServer(ProtocolVersion.V2026_07_28);
        var other =
            new ServersUnderTest(
                mine.clock,
                mine.vault,
                String.valueOf(evil.port()),
                String.valueOf(granting.port()))) {
      evil.tools = server.tools;
      evil.wellKnown.put("/.well-known/oauth-protected-resource/mcp", granting::resourceMetadata);
      granting.resource = evil.url();
      other.connected(
          McpServerSpec.http("s", evil.url())
              .withAuth(McpAuth.authorizationCode(GrantingServer.CLIENT, McpAuth.Per.USER)));

      assertThat(other.tool(ECHO).execute(NOTHING, context(ANN)).result().suspension()).isNotNull();
      assertThat(evil.seen).allMatch(seen -> seen.header("Authorization") == null);
    }
  }

  @Test
  @Rows(1147)
  void anOperatorGrantsAccessForAll() throws Exception {
    listsForAll = false;
    mine.connected(spec(McpAuth.Per.SERVER));
    assertThat(mine.report().code()).isEqualTo("unauthorized");
    assertThat(mine.report().reason())
        .isEqualTo("an operator has to grant access: POST /v1/mcp-servers/s/authorize");

    mine.servers.granted(ANN, granting.agree(mine.servers.authorize("s", ANN), "the company"));
    mine.until(() -> mine.ids().contains(ECHO));

    assertThat(call(BOB).modelText()).isEqualTo("the company");
    assertThat(call(Caller.ANONYMOUS).modelText()).isEqualTo("the company");
  }

  @Test
  @Rows(1147)
  void aListThatRequiresATokenUsesTheOperatorsAccess() throws Exception {
    listsForAll = false;
    mine.connected(spec(McpAuth.Per.USER));
    mine.servers.granted(BOB, granting.agree(mine.servers.authorize("s", BOB), "operator"));
    mine.until(() -> mine.ids().contains(ECHO));

    grant(ANN);

    assertThat(call(ANN).modelText()).isEqualTo("acme/ann");
    assertThat(call(BOB).suspension()).isNotNull();
  }

  @Test
  @Rows(1147)
  void theReasonIsGivenWhenNoUserCanBeAsked() {
    mine.connected(
        spec(McpAuth.Per.SERVER),
        McpServerSpec.http("c", server.url()).withAuth(McpAuth.clientCredentials("a", "b")));

    assertThatThrownBy(() -> mine.servers.authorize("nowhere", ANN))
        .hasMessage("there is no MCP server nowhere");
    assertThatThrownBy(() -> mine.servers.authorize("c", ANN))
        .hasMessage("it needs no access granted by users");
  }

  @Test
  @Rows(1142)
  void withoutAnEncryptionKeyUsersCannotGrantAccess() throws Exception {
    try (var none =
        new ServersUnderTest(
            mine.clock, null, String.valueOf(server.port()), String.valueOf(granting.port()))) {
      none.connected(spec(McpAuth.Per.USER));

      assertThatThrownBy(() -> none.tool(ECHO).execute(NOTHING, context(ANN)))
          .hasMessageContaining(
              "people cannot grant access to MCP servers: awaken.secrets.key-file is not set");
      assertThatThrownBy(() -> none.servers.granted(ANN, Map.of("state", "x")))
          .isInstanceOf(GrantRefused.class);
    }
  }
}
