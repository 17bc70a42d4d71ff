package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.oauth.GrantRefused;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.McpAuth;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.testkit.ToolCallContexts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that people grant in a browser. */
class AuthorizationCodeTest {

  private static final Caller ANN = new Caller("acme", "ann", Set.of());
  private static final Caller BOB = new Caller("acme", "bob", Set.of());
  private static final Caller OTHER_ANN = new Caller("evil", "ann", Set.of());
  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();
  private static final String ECHO = "mcp__s__echo";

  private ScriptedServer server;
  private GrantingServer granting;
  private ServersUnderTest mine;

  /** Requests of tools/list and of the handshake go without a token, unless a test wants one. */
  private boolean listsForAll = true;

  @BeforeEach
  void start() throws Exception {
    start(ProtocolVersion.V2026_07_28);
  }

  private void start(ProtocolVersion version) throws Exception {
    granting = new GrantingServer();
    granting.redirect = ServersUnderTest.REDIRECT;
    granting.secretWanted = false;
    granting.metadata.putArray("token_endpoint_auth_methods_supported").add("none");
    server = new ScriptedServer(version);
    server.tools = List.of(ScriptedServer.tool("echo", ""));
    server.calls.put("echo", asked -> asked.result(ScriptedServer.text(subject(asked))));
    granting.guard(server);
    server.wellKnown.put("/.well-known/oauth-protected-resource/mcp", granting::resourceMetadata);
    ScriptedServer.Gate strict = server.gate;
    server.gate =
        asked -> {
          boolean call = asked.body().path("method").asText().equals("tools/call");
          return listsForAll && !call || strict.passes(asked);
        };
    mine = new ServersUnderTest(String.valueOf(server.port()), String.valueOf(granting.port()));
  }

  private String subject(ScriptedServer.Asked asked) {
    String header = asked.exchange().getRequestHeaders().getFirst("Authorization");
    return granting.tokens.get(header.substring("Bearer ".length()));
  }

  @AfterEach
  void stop() {
    mine.close();
    server.close();
    granting.close();
  }

  private McpServerSpec spec(McpAuth.Per per) {
    return McpServerSpec.http("s", server.url())
        .withAuth(McpAuth.authorizationCode(GrantingServer.CLIENT, per));
  }

  private static ToolCallContext context(Caller caller) {
    ToolCallContext any = ToolCallContexts.test(ECHO);
    return new ToolCallContext(
        any.callId(),
        ECHO,
        new RunIdentity(
            new ThreadId(caller.tenant(), "t"), new RunId("run-1"), (RunId) null, "a", caller),
        any.agent(),
        any.idempotencyKey(),
        new CancellationToken());
  }

  private ToolResult call(Caller caller) throws ToolException, InterruptedException {
    return mine.tool(ECHO).execute(NOTHING, context(caller)).result();
  }

  private String link(Caller caller) throws ToolException, InterruptedException {
    return call(caller).suspension().suspension().parameters().path("url").asText();
  }

  private Map<String, String> agreed(Caller caller) throws Exception {
    return granting.agree(link(caller), caller.tenant() + "/" + caller.subject());
  }

  private void grant(Caller caller) throws Exception {
    mine.servers.granted(caller, agreed(caller));
  }

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
  void nobodyIsServedWithTheTokenOfAnother() throws Exception {
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
  void aStateThatIsMissingForeignOrReplayedBringsNothing() throws Exception {
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
  void aLinkIsGoodForADay() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    Map<String, String> answer = agreed(ANN);

    mine.clock.advance(Duration.ofHours(25));

    refused(ANN, answer, "invalid_state");
    assertThat(granting.asked).isEmpty();
  }

  @ParameterizedTest
  @Rows(1145)
  @Attacks("S18")
  @ValueSource(strings = {"http://evil.example", ""})
  void anAnswerOfAnotherAuthorizationServerBringsNothing(String issuer) throws Exception {
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
  void aCodeOfAnotherFlowIsNotTaken() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    var answer = new HashMap<>(agreed(ANN));
    answer.put("code", agreed(BOB).get("code"));

    refused(ANN, answer, "no_token");

    assertThat(call(ANN).suspension()).isNotNull();
  }

  @Test
  @Rows(1145)
  @Attacks("S18")
  void aForeignRedirectAddressIsNotTaken() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    String link = link(ANN).replace("agents.example", "evil.example");

    assertThatThrownBy(() -> granting.agree(link, "ann")).hasMessageContaining("redirect_uri");
  }

  @Test
  @Rows(1143)
  @Attacks("S18")
  void withoutPkceNobodyIsAsked() {
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
  void peopleAreNotSentToAddressesThatTheGuardRefuses() {
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
  void whoeverRefusesAccessIsBelieved() throws Exception {
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
  @Rows(1146)
  void aTokenIsRefreshedBeforeItExpiresAndItsRefreshTokenReplaced() throws Exception {
    granting.lifeSeconds = 600;
    mine.connected(spec(McpAuth.Per.USER));
    grant(ANN);

    for (int round = 0; round < 3; round++) {
      mine.clock.advance(Duration.ofSeconds(541));
      assertThat(call(ANN).modelText()).isEqualTo("acme/ann");
    }

    assertThat(granting.asked)
        .extracting(asked -> asked.form().get("grant_type"))
        .containsExactly("authorization_code", "refresh_token", "refresh_token", "refresh_token");
  }

  @Test
  @Rows(1146)
  void aRefusedTokenIsRefreshedWithinTheCall() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    grant(ANN);
    granting.tokens.clear();

    assertThat(call(ANN).modelText()).isEqualTo("acme/ann");
    assertThat(granting.asked).hasSize(2);
  }

  @Test
  @Rows(1146)
  void whoseAccessWasRevokedIsAskedAgain() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    grant(ANN);
    granting.revokeAll();

    assertThat(call(ANN).suspension()).isNotNull();
    grant(ANN);
    assertThat(call(ANN).modelText()).isEqualTo("acme/ann");
  }

  @Test
  @Rows(1146)
  void nodesShareTokensAndRefreshThemOnce() throws Exception {
    mine.connected(spec(McpAuth.Per.USER));
    grant(ANN);
    try (var other =
        new ServersUnderTest(
            mine.clock,
            mine.vault,
            String.valueOf(server.port()),
            String.valueOf(granting.port()))) {
      other.connected(spec(McpAuth.Per.USER));
      assertThat(other.tool(ECHO).execute(NOTHING, context(ANN)).result().modelText())
          .isEqualTo("acme/ann");
      granting.tokens.clear();

      assertThat(call(ANN).modelText()).isEqualTo("acme/ann");
      assertThat(other.tool(ECHO).execute(NOTHING, context(ANN)).result().modelText())
          .isEqualTo("acme/ann");
      assertThat(granting.asked).hasSize(2);
    }
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
  void aServerThatListsItsToolsToNobodyIsListedWithTheAccessOfAnOperator() throws Exception {
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
  void whereNobodyCanBeAskedTheReasonIsTold() {
    mine.connected(
        spec(McpAuth.Per.SERVER),
        McpServerSpec.http("c", server.url()).withAuth(McpAuth.clientCredentials("a", "b")));

    assertThatThrownBy(() -> mine.servers.authorize("nowhere", ANN))
        .hasMessage("there is no server of tools nowhere");
    assertThatThrownBy(() -> mine.servers.authorize("c", ANN))
        .hasMessage("it gets its tokens by itself");
  }

  @Test
  @Rows(1142)
  void withoutAKeyPeopleCannotGrantAccess() throws Exception {
    try (var none =
        new ServersUnderTest(
            mine.clock, null, String.valueOf(server.port()), String.valueOf(granting.port()))) {
      none.connected(spec(McpAuth.Per.USER));

      assertThatThrownBy(() -> none.tool(ECHO).execute(NOTHING, context(ANN)))
          .hasMessageContaining(
              "people cannot grant access to servers of tools: awaken.secrets.key-file is not set");
      assertThatThrownBy(() -> none.servers.granted(ANN, Map.of("state", "x")))
          .isInstanceOf(GrantRefused.class);
    }
  }
}
