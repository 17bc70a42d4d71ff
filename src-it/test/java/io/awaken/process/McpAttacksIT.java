package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.BeforeMerge;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The product's MCP server with checks of tokens and scopes. Its agent has a tool of another MCP
 * server, where each booking means that a request got through.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@BeforeMerge
@BesideOthers
class McpAttacksIT {

  private static final String SCOPE = "mcp:call";
  private static final String METADATA = ".well-known/oauth-protected-resource";
  private static final String LIST = McpCaller.message(7, "tools/list", "{}");
  private static final String CALL =
      McpCaller.message(8, "tools/call", "{\"name\":\"clerk\",\"arguments\":{\"message\":\"x\"}}");

  private final Tokens tokens = new Tokens();
  private ToolServer desk;
  private ServerProcess server;

  @BeforeAll
  void start() throws Exception {
    Workplace at = Workplace.of(getClass());
    desk = ToolServer.http(at);
    ToolServer.agent(at.documents());
    at.documents().agent("hidden", 0, Turns.says("You should not hear this."));
    Map<String, String> settings = new HashMap<>(tokens.settings(at.folder()));
    settings.putAll(desk.settings());
    settings.put("awaken.mcp.scope", SCOPE);
    server = Servers.start(at, settings);
  }

  @AfterAll
  void stop() throws Exception {
    if (server != null) {
      server.close();
    }
    if (desk != null) {
      desk.close();
    }
  }

  private String token(String name) {
    return tokens.signed(with("scope", "openid " + SCOPE, Tokens.claims("acme", name)));
  }

  private static Map<String, Object> with(String name, Object value, Map<String, Object> claims) {
    var more = new LinkedHashMap<>(claims);
    more.put(name, value);
    return more;
  }

  /** A caller with a session. */
  private McpCaller caller(String name) throws Exception {
    var caller = new McpCaller(token(name));
    caller.begin(server.port());
    return caller;
  }

  /** The response to a request without a session. */
  private HttpResponse<String> answer(String token) throws Exception {
    try (var caller = new McpCaller(token)) {
      return caller.post(server.port(), CALL);
    }
  }

  private static String challenge(HttpResponse<String> answer) {
    return answer.headers().firstValue("WWW-Authenticate").orElse("");
  }

  private String address(String path) {
    return "http://127.0.0.1:" + server.port() + "/" + path;
  }

  @Test
  @Rows({1120, 1122})
  void aClientDiscoversTheAuthorizationServer() throws Exception {
    String metadata = address(METADATA + "/" + McpCaller.PATH);

    assertThat(challenge(answer(null)))
        .isEqualTo("Bearer resource_metadata=\"" + metadata + "\", scope=\"" + SCOPE + "\"");
    try (var anonymous = new Api(server.port())) {
      for (String path : List.of(METADATA + "/" + McpCaller.PATH, METADATA)) {
        assertThat(anonymous.get(path))
            .isEqualTo(
                ("{\"resource\":\"%s\",\"authorization_servers\":[\"%s\"],"
                     + "\"scopes_supported\":[\"%s\"],\"bearer_methods_supported\":[\"header\"]}")
                    .formatted(address(McpCaller.PATH), Tokens.ISSUER, SCOPE));
      }
    }
  }

  @Test
  @Attacks("S03")
  void aTokenForAnotherAudienceReachesNoTool() throws Exception {
    int before = desk.booked();
    var claims = with("scope", SCOPE, Tokens.claims("acme", "ada"));
    for (String audience : List.of("others", address(McpCaller.PATH), "")) {
      HttpResponse<String> answer = answer(tokens.signed(with("aud", audience, claims)));

      assertThat(answer.statusCode()).as(audience).isEqualTo(401);
      assertThat(challenge(answer))
          .startsWith("Bearer error=\"invalid_token\", resource_metadata=");
    }
    assertThat(desk.booked()).isEqualTo(before);
  }

  @Test
  @Rows(1121)
  void aTokenWithoutTheScopeReachesNoTool() throws Exception {
    int before = desk.booked();
    for (String scope : List.of("openid", "mcp:calls", "MCP:CALL", "mcp")) {
      HttpResponse<String> answer =
          answer(tokens.signed(with("scope", scope, Tokens.claims("acme", "ada"))));

      assertThat(answer.statusCode()).as(scope).isEqualTo(403);
      assertThat(challenge(answer))
          .startsWith("Bearer error=\"insufficient_scope\", resource_metadata=\"")
          .endsWith("\", scope=\"" + SCOPE + "\"");
    }
    assertThat(answer(tokens.good("acme", "ada", "clerk")).statusCode()).isEqualTo(403);
    assertThat(desk.booked()).isEqualTo(before);
  }

  @Test
  @Attacks("S09")
  void aPageOfAnotherOriginCallsNoTool() throws Exception {
    int before = desk.booked();
    for (String origin : List.of("https://evil.example", "null", "http://localhost:1")) {
      try (McpCaller page = caller("ada").with("Origin", origin)) {
        HttpResponse<String> answer = page.post(server.port(), CALL);

        assertThat(answer.statusCode()).as(origin).isEqualTo(403);
        assertThat(answer.body()).contains("\"foreign_origin\"");
      }
    }
    assertThat(desk.booked()).isEqualTo(before);
  }

  @Test
  @Attacks("S13")
  void aSessionIsUsableOnlyByItsOwner() throws Exception {
    try (McpCaller ada = caller("ada");
        var eve = new McpCaller(token("eve"));
        var anonymous = new McpCaller(null)) {
      String session = ada.begin(server.port());
      for (McpCaller thief : List.of(eve, anonymous)) {
        thief.with("Mcp-Session-Id", session);
      }

      assertThat(eve.post(server.port(), LIST).statusCode()).isEqualTo(404);
      assertThat(anonymous.post(server.port(), LIST).statusCode()).isEqualTo(401);
      eve.with("Mcp-Session-Id", "0".repeat(session.length()));
      assertThat(eve.post(server.port(), LIST).statusCode()).isEqualTo(404);
      assertThat(ada.post(server.port(), LIST).statusCode()).isEqualTo(200);
    }
  }

  @Test
  @Attacks("S14")
  void aRequestThatContradictsItsHeadersIsRefused() throws Exception {
    try (var caller = new McpCaller(token("ada"))) {
      caller.with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", "tools/list");

      HttpResponse<String> bare = caller.post(server.port(), CALL);
      HttpResponse<String> other = caller.post(server.port(), LIST);

      assertThat(bare.statusCode()).isEqualTo(400);
      assertThat(other.statusCode()).isEqualTo(400);
      assertThat(other.body()).startsWith("{\"jsonrpc\":\"2.0\"").contains("\"error\"");
    }
  }

  @Test
  @Attacks("S15")
  void aHiddenAgentLooksLikeAMissingOne() throws Exception {
    try (McpCaller ada = caller("ada")) {
      JsonNode hidden = called(ada, "hidden");
      JsonNode missing = called(ada, "absent");

      assertThat(hidden.at("/error/code").asInt()).isEqualTo(-32602);
      assertThat(hidden.toString()).isEqualTo(missing.toString().replace("absent", "hidden"));
    }
  }

  private JsonNode called(McpCaller caller, String agent) throws Exception {
    return caller.ask(
        server.port(),
        1,
        "tools/call",
        "{\"name\":\"%s\",\"arguments\":{\"message\":\"x\"}}".formatted(agent));
  }

  @Test
  @Attacks("S16")
  void aCallersTokenIsNotSentToAnMcpServer() throws Exception {
    String token = token("ada");
    try (McpCaller ada = new McpCaller(token).with("Cookie", "session=of-the-caller")) {
      ada.begin(server.port());
      int before = desk.booked();

      try (EventStream call = ada.call(server.port(), 1, "clerk")) {
        assertThat(McpCaller.result(call).at("/result/content/0/text").asText())
            .isEqualTo("That is all.");
      }

      assertThat(desk.booked()).isEqualTo(before + 1);
    }
    String signature = token.substring(token.lastIndexOf('.') + 1);
    assertThat(desk.requests())
        .isNotEmpty()
        .anyMatch(request -> request.contains("tools/call"))
        .noneMatch(request -> request.contains(signature) || request.contains("of-the-caller"))
        .noneMatch(request -> request.contains("Authorization"));
  }

  @Test
  @Attacks("S17")
  void theServerIsNoAuthorizationProxy() throws Exception {
    try (Api api = new Api(server.port(), token("ada"))) {
      for (String folder : List.of("", "v1/", "v1/mcp/", ".well-known/")) {
        for (String name :
            List.of(
                "authorize",
                "register",
                "token",
                "oauth/authorize",
                "oauth/token",
                "callback",
                "oauth-authorization-server",
                "openid-configuration",
                "jwks.json")) {
          assertThat(api.status(folder + name)).as(folder + name).isEqualTo(404);
          assertThat(api.answer("POST", folder + name, "{}").statusCode())
              .as("POST " + folder + name)
              .isIn(404, 405);
        }
      }
    }
  }
}
