package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.SampleProjects;
import io.awaken.core.run.Caller;
import io.awaken.fixture.BeforeMerge;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import io.awaken.http.security.token.AccessToken;
import io.awaken.http.security.token.TokenAppender;
import io.awaken.http.security.token.TokenLines;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The archive that a user builds as {@code docs/tools.md} says, with tools, a plugin, an agent,
 * routes and a {@code persistence.xml} of its own, on a server with a token file and a key.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@BeforeMerge
@OnWildFly
@BesideOthers
class OwnArchiveIT {

  private static final String ADA = AccessToken.PREFIX + "ada";

  /**
   * Replaces the built-in provider of the shop's agent. The last turn is never played, because a
   * stop condition matches the words of the turn before it.
   */
  private static final String PROVIDER =
      """
      adapter: scripted
      adapter_options:
        script:
          turns:
            - tool_calls:
                - {name: order_status, arguments: {orderId: A-1001}}
            - tool_calls:
                - {name: order_status, arguments: {orderId: B-2002}}
            - text: It has been shipped. A colleague will take over for the other one.
              tool_calls:
                - {name: order_status, arguments: {orderId: A-1001}}
            - text: Nobody reads this.
      """;

  private final Tokens jwt = new Tokens();
  private Workplace at;
  private ServerProcess server;
  private Api api;

  @BeforeAll
  void start() throws Exception {
    at = Workplace.of(getClass());
    at.deploy(SampleProjects.shop());
    at.documents()
        .agent(
            "buyer",
            0,
            reserves(4),
            reserves(7),
            Turns.calls("reserved_stock", Map.of("article", "pens")),
            Turns.says("That is all."));
    Path providers = at.documents().folder().resolve("providers");
    Files.writeString(providers.resolve("scripted.yaml"), PROVIDER);
    Map<String, String> settings = new HashMap<>(jwt.settings(at.folder()));
    Path file = at.folder().resolve("tokens");
    Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
    TokenAppender.append(
        file, TokenLines.line(new Caller("acme", "ada", Set.of("clerk")), tomorrow, ADA));
    settings.put("awaken.security.tokens.file", file.toString());
    server = Servers.start(at, settings);
    api = new Api(server.port(), ADA);
  }

  private static Map<String, Object> reserves(int pieces) {
    return Turns.calls("reserve_stock", Map.of("article", "pens", "pieces", pieces));
  }

  @AfterAll
  void stop() {
    if (server != null) {
      api.close();
      server.close();
    }
  }

  private List<Frame> run(String agent) throws Exception {
    try (EventStream stream = api.run(agent)) {
      return stream.readToEnd();
    }
  }

  private static List<JsonNode> results(List<Frame> run) {
    return Frame.calls(run).stream().map(frame -> frame.json().path("result")).toList();
  }

  private int status(String token) throws Exception {
    try (Api caller = new Api(server.port(), token)) {
      return caller.status("v1/agents");
    }
  }

  @Test
  void thePageIsAtTheRootAndTheServerIsHealthy() throws Exception {
    try (Api anyone = new Api(server.port())) {
      assertThat(anyone.get("")).contains("<html", "importmap");
      assertThat(anyone.status("page/main.js")).isEqualTo(200);
      assertThat(anyone.get("health")).contains("\"healthy\"");
    }
  }

  @Test
  void aTokenOfTheFileAndAJsonWebTokenAreAcceptedAndOthersRefused() throws Exception {
    assertThat(status(ADA)).isEqualTo(200);
    assertThat(status(jwt.good("acme", "ben", "clerk"))).isEqualTo(200);
    assertThat(status(ADA + "x")).isEqualTo(401);
    assertThat(at.log()).contains("the token is not in the token file");
    assertThat(status(Tokens.forged(Tokens.claims("acme", "ben", "clerk")))).isEqualTo(401);
    assertThat(status(null)).isEqualTo(401);
  }

  /** A part of the line, and the claim whose value is the reason. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          its issuer "x" is not mp.jwt.verify.issuer        | iss
          its audience "x" has none of mp.jwt.verify.audiences | aud
          it expired PT                                     | exp
          none of the configured keys verifies its signature (alg "RS256", kid (none)) |
          """)
  void theLogSaysWhyATokenWasRefusedAndNeverTheToken(String reason, String claim) throws Exception {
    var claims = Tokens.claims("acme", "ben", "clerk");
    claims.put("iat", 1_000);
    if (claim != null) {
      claims.put(claim, claim.equals("exp") ? 2_000 : "x");
    }
    String token = claim == null ? Tokens.forged(claims) : jwt.signed(claims);

    assertThat(status(token)).isEqualTo(401);

    Conditions.await("the line in the log", () -> at.log().contains("a token: " + reason));
    assertThat(at.log()).doesNotContain(token);
  }

  /** WildFly answers errors of the shop's own routes in JAX-RS, as for every application. */
  @Test
  void errorsOfTheServerHaveTheCommonFormat() throws Exception {
    HttpResponse<String> unknown = api.answer("GET", "nothing", "");

    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).startsWith("{\"error\":");
    assertThat(api.status("shop/orders/Z-9999")).isEqualTo(500);
  }

  @Test
  @Rows(135)
  void aReservationAndItsResultAreCommittedAndAFailedOneIsRolledBack() throws Exception {
    List<JsonNode> results = results(run("buyer"));

    assertThat(results.get(0).path("data").asText()).isEqualTo("reserved 4 of pens");
    assertThat(results.get(1).path("message").asText()).contains("too many by 1");
    assertThat(results.get(2).path("data").asLong()).isEqualTo(4);
  }

  @Test
  void theAgentCallsTheShopsToolThroughItsProxyAndTheResultIsStored() throws Exception {
    List<Frame> run = run("clerk");

    JsonNode result = results(run).getFirst();
    assertThat(result.path("status").asText()).isEqualTo("success");
    assertThat(result.path("data").path("delivery").asText()).isEqualTo("2030-01-15");
    String thread = run.getFirst().field("thread_id");
    assertThat(api.get("v1/threads/" + thread + "/messages")).contains("2030-01-15");
    // The interceptor recorded the call, so it went through the bean's proxy.
    assertThat(api.get("shop/orders/audit")).contains("status");
  }

  @Test
  void aPluginOfTheShopLimitsTheAgentToTheConfiguredOrders() throws Exception {
    long refusedBefore = refused();

    JsonNode result = results(run("clerk")).get(1);

    assertThat(result.path("code").asText()).isEqualTo("out_of_scope");
    assertThat(result.path("message").asText()).contains("series [A]");
    // The plugin is a bean, so its dependencies were injected.
    assertThat(refused()).isEqualTo(refusedBefore + 1);
    assertThat(api.get("shop/orders/B-2002")).isEqualTo("packed");
  }

  private long refused() throws Exception {
    return api.get("shop/orders/audit").split("refused", -1).length - 1L;
  }

  @Test
  void aStopConditionOfTheAgentEndsTheRunAndLeavesNoCallWithoutAResult() throws Exception {
    List<Frame> run = run("clerk");

    JsonNode termination = run.getLast().json().path("termination");
    assertThat(termination.path("type").asText()).isEqualTo("stopped");
    assertThat(termination.path("value").path("code").asText()).isEqualTo("content_match");
    assertThat(results(run)).hasSize(3);
    assertThat(run.toString()).doesNotContain("Nobody reads this");
  }

  @Test
  void theAgentIsListedWithoutItsPrompt() throws Exception {
    assertThat(api.get("v1/agents")).contains("clerk").doesNotContain("Look orders up");
  }
}
