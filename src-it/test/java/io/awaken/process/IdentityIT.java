package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.GuardedTools;
import io.awaken.container.Operation;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.BeforeMerge;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Authentication;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Callers of a server that checks tokens: one without the role that a tool requires, and one with
 * it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@BeforeMerge
@BesideOthers
class IdentityIT {

  static final List<String> NAMED = List.of("wrong role", "right role");

  final Map<String, String> settings = new HashMap<>();
  ServerProcess server;

  private final Tokens tokens = new Tokens();
  private final Map<String, List<Frame>> live = new LinkedHashMap<>();
  private SpyProvider spy;

  @BeforeAll
  void start() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.deployWith(GuardedTools.class);
    settings.putAll(tokens.settings(at.folder()));
    agents(at.documents(), 300);
    spy = new SpyProvider();
    spy.documents(at.documents(), "HOUSE_LLM_KEY");
    settings.put("HOUSE_LLM_KEY", "key-of-the-house");
    settings.put("awaken.security.admin-role", "operators");
    begin(at);
  }

  /** Starts the server, and has each caller ask. */
  void begin(Workplace at) throws Exception {
    server = Servers.start(at, settings);
    for (String caller : NAMED) {
      ask(caller);
    }
  }

  final void ask(String caller) throws Exception {
    try (Api api = api(caller);
        EventStream quick = api.run("quick")) {
      live.put(caller, quick.readToEnd());
    }
  }

  /** The runs of each caller. */
  List<Map<String, List<Frame>>> runs() {
    return List.of(live);
  }

  static void agents(Documents documents, int wordDelayMs) throws Exception {
    var calls =
        List.of(
            Map.of("name", "who_am_i", "arguments", Map.of()),
            Map.of("name", "clerks_only", "arguments", Map.of()),
            Map.of("name", "members_only", "arguments", Map.of()));
    var quick = Map.of("text", "Let me see.", "tool_calls", calls);
    var slow = Map.of("text", Turns.words(30), "tool_calls", calls);
    documents
        .agent("quick", 0, quick, Turns.says("That is all."))
        .agent("slow", wordDelayMs, Turns.asksForTheWeather("Hm."), slow, Turns.says("All."));
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
    if (spy != null) {
      spy.close();
    }
  }

  @Test
  void aToolSeesItsCaller() {
    for (var runs : runs()) {
      assertThat(identity(runs.get("wrong role"))).isEqualTo("acme ben [guest]");
      assertThat(identity(runs.get("right role"))).isEqualTo("acme ada [clerk, guest]");
    }
  }

  @Test
  @Attacks("S05")
  void aGuardedToolRunsOnlyForTheRequiredRole() {
    for (var runs : runs()) {
      assertDenied(runs.get("wrong role"), "clerks_only");
      assertDone(runs.get("right role"), "clerks_only");
    }
  }

  @Test
  void aToolForNamedCallersRunsForAnyName() {
    for (var runs : runs()) {
      assertDone(runs.get("wrong role"), "members_only");
      assertDone(runs.get("right role"), "members_only");
    }
  }

  @Test
  @Attacks({"S02", "S03"})
  void anUntrustedTokenIsRefusedAndNeverTreatedAsAnonymous() throws Exception {
    var bad = new LinkedHashMap<String, String>();
    var claims = Tokens.claims("acme", "ada", "clerk");
    bad.put("forged", Tokens.forged(claims));
    bad.put("unsigned", Tokens.unsigned(claims));
    bad.put("signed with the public key", tokens.signedWithThePublicKey(claims));
    bad.put("of another issuer", tokens.signed(with(claims, "iss", "https://evil.example")));
    bad.put("for another audience", tokens.signed(with(claims, "aud", "others")));
    bad.put("expired", tokens.signed(with(with(claims, "iat", 1_000), "exp", 2_000)));
    long soon = Instant.now().plusSeconds(600).getEpochSecond();
    bad.put("not good yet", tokens.signed(with(claims, "nbf", soon)));
    bad.put("no token", "abc");
    bad.put("of no token file", "awaken_abc");
    for (var token : bad.entrySet()) {
      try (Api api = new Api(server.port(), token.getValue())) {
        HttpResponse<String> answer = api.answer("GET", "v1/agents", "");

        assertThat(answer.statusCode()).as(token.getKey()).isEqualTo(401);
        assertThat(answer.body()).as(token.getKey()).startsWith("{\"error\":");
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
      }
    }
  }

  @Test
  @Attacks({"S01", "S54"})
  void anonymousCallersAreRefusedExceptForHealth() throws Exception {
    try (Api anonymous = new Api(server.port())) {
      for (String path : List.of("v1/agents", "v1/threads/x", "v1/runs/x", "v1/nothing")) {
        HttpResponse<String> answer = anonymous.answer("GET", path, "");
        assertThat(answer.statusCode()).as(path).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
      }
      assertThat(anonymous.answer("POST", "v1/runs", "{}").statusCode()).isEqualTo(401);
      assertThat(anonymous.answer("POST", "v1/threads", "{}").statusCode()).isEqualTo(401);
      assertThat(anonymous.status("health")).isEqualTo(200);
      assertThat(anonymous.status("health/live")).isEqualTo(200);
    }
  }

  @Test
  @Rows(233)
  @Attacks("S01")
  void everyRouteRefusesAnonymousAndUnusableCallers() throws Exception {
    String tooLong = tokens.good("acme", "a".repeat(257), "clerk");
    try (Api anonymous = new Api(server.port());
        Api unusable = new Api(server.port(), tooLong)) {
      for (Operation operation : Operation.all()) {
        if (operation.path().endsWith("/" + Authentication.OWN_CREDENTIALS)) {
          continue;
        }
        String path = operation.missingPath().substring(1);

        HttpResponse<String> answer =
            anonymous.answer(operation.method(), path, operation.validBody());
        assertThat(answer.statusCode()).as(operation.id()).isEqualTo(401);
        assertThat(answer.body()).as(operation.id()).contains("\"code\":\"unauthorized\"");
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");

        HttpResponse<String> refused =
            unusable.answer(operation.method(), path, operation.validBody());
        assertThat(refused.statusCode()).as(operation.id()).isEqualTo(403);
        assertThat(refused.body()).as(operation.id()).contains("\"code\":\"unusable_caller\"");
      }
    }
  }

  @Test
  @Rows(233)
  @Attacks("S01")
  void anAnswerByTokenNeedsNoLoginButItsToken() throws Exception {
    try (Api anonymous = new Api(server.port())) {
      HttpResponse<String> answer =
          anonymous.answer("POST", "v1/answers", "{\"token\":\"forged\",\"action\":\"resume\"}");

      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
      assertThat(answer.body()).contains("\"code\":\"invalid_token\"");
    }
  }

  @Test
  @Rows(233)
  @Attacks("S04")
  void everyRouteRefusesATokenInTheQuery() throws Exception {
    try (Api api = new Api(server.port())) {
      for (Operation operation : Operation.all()) {
        String path = operation.missingPath().substring(1) + "?access_token=" + token("right role");

        HttpResponse<String> answer = api.answer(operation.method(), path, operation.validBody());

        assertThat(answer.statusCode()).as(operation.id()).isEqualTo(400);
        assertThat(answer.body()).as(operation.id()).contains("\"code\":\"token_in_query\"");
      }
    }
  }

  @Test
  @Attacks({"S06", "S57"})
  void aTenantCanNeitherSeeNorChangeResourcesOfAnother() throws Exception {
    Frame start = live.get("right role").getFirst();
    String thread = "v1/threads/" + start.field("thread_id");
    String run = "v1/runs/" + start.field("run_id");
    String before = messages(token("right role"), thread);
    for (String stranger :
        List.of(tokens.good("rival", "ada", "clerk"), tokens.good(null, "ada", "clerk"))) {
      try (Api api = new Api(server.port(), stranger)) {
        for (String path : List.of(thread, thread + "/messages", run, run + "/events/stream")) {
          assertThat(api.status(path)).as(path).isEqualTo(404);
        }
        assertThat(api.answer("POST", run + "/cancel", "").statusCode()).isEqualTo(404);
        String message =
            "{\"agentId\":\"quick\",\"threadId\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}"
                .formatted(start.field("thread_id"));
        assertThat(api.answer("POST", "v1/runs", message).statusCode()).isEqualTo(200);
        assertThat(api.get(thread + "/messages")).contains("\"x\"");
        assertThat(api.status(run)).isEqualTo(404);
      }
    }
    assertThat(messages(token("right role"), thread)).isEqualTo(before);
  }

  @Test
  @Attacks("S58")
  void aThreadBelongsToItsCallerAndOperatorsReadIt() throws Exception {
    Frame start = live.get("right role").getFirst();
    String id = start.field("thread_id");
    String thread = "v1/threads/" + id;
    String before = messages(token("right role"), thread);
    try (Api colleague = api("wrong role")) {
      List<String> paths =
          List.of(
              thread + "/messages",
              "v1/runs/" + start.field("run_id"),
              "v1/ai-sdk/threads/" + id + "/messages",
              "v1/ag-ui/threads/" + id + "/messages");
      for (String path : paths) {
        assertThat(colleague.status(path)).as(path).isEqualTo(404);
      }
      assertThat(colleague.get("v1/threads")).doesNotContain(id);
      String message =
          "{\"agent_id\":\"quick\",\"thread_id\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}"
              .formatted(id);
      assertThat(colleague.answer("POST", "v1/runs", message).statusCode()).isEqualTo(404);
      try (Api operator = new Api(server.port(), tokens.good("acme", "olga", "operators"))) {
        for (String path : paths) {
          assertThat(operator.status(path)).as(path).isEqualTo(200);
        }
        assertThat(operator.get("v1/threads")).contains(id);
      }
    }
    assertThat(messages(tokens.good("acme", "olga", "operators"), thread)).isEqualTo(before);
  }

  private String messages(String token, String thread) throws Exception {
    try (Api api = new Api(server.port(), token)) {
      return api.get(thread + "/messages");
    }
  }

  @Test
  @Attacks("S07")
  void headersCannotChangeTheCallerAndFieldsAreRefused() throws Exception {
    try (Api api = api("wrong role")) {
      for (String name : List.of("X-Tenant", "X-Tenant-Id", "X-User", "X-User-Id", "Remote-User")) {
        api.with(name, "rival");
      }
      api.with("X-Roles", "clerk").with("X-Groups", "clerk");
      try (EventStream quick = api.run("quick")) {
        assertThat(identity(quick.readToEnd())).isEqualTo("acme ben [guest]");
      }
      for (String field : List.of("tenant", "user", "user_id", "subject", "owner", "roles")) {
        String body = "{\"agent_id\":\"quick\",\"%s\":\"rival\",\"messages\":[]}".formatted(field);
        HttpResponse<String> answer = api.answer("POST", "v1/runs", body);
        assertThat(answer.statusCode()).as(field).isEqualTo(400);
        assertThat(answer.body()).contains("\"unknown_field\"", "\"field\":\"" + field + "\"");
      }
    }
  }

  @Test
  @Attacks("S16")
  void aCallersTokenIsNotSentToTheModel() throws Exception {
    String token = token("right role");
    try (Api api = new Api(server.port(), token).with("Cookie", "session=of-the-caller");
        EventStream run = api.run("remote")) {
      assertThat(run.readToEnd().getLast().type()).isEqualTo("run_finish");
    }

    String signature = token.substring(token.lastIndexOf('.') + 1);
    assertThat(spy.requests())
        .isNotEmpty()
        .allSatisfy(request -> assertThat(request).contains("Bearer key-of-the-house"))
        .noneMatch(request -> request.contains(signature) || request.contains("of-the-caller"));
  }

  final Api api(String caller) {
    return new Api(server.port(), token(caller));
  }

  final String token(String caller) {
    return switch (caller) {
      case "anonymous" -> null;
      case "wrong role" -> tokens.good("acme", "ben", "guest");
      default -> tokens.good("acme", "ada", "clerk", "guest");
    };
  }

  /** A token of a caller who may read the runs of anonymous ones. */
  final String operator() {
    return tokens.good(null, "operator");
  }

  private static Map<String, Object> with(Map<String, Object> claims, String name, Object value) {
    var other = new LinkedHashMap<>(claims);
    other.put(name, value);
    return other;
  }

  static String identity(List<Frame> run) {
    return result(run, "who_am_i").path("data").asText();
  }

  private static void assertDone(List<Frame> run, String tool) {
    assertThat(result(run, tool).path("status").asText()).isEqualTo("success");
  }

  /** The model reads the refusal, and the run ends normally. */
  static void assertDenied(List<Frame> run, String tool) {
    JsonNode result = result(run, tool);
    assertThat(result.path("status").asText()).isEqualTo("error");
    assertThat(result.path("message").asText())
        .isEqualTo("the caller does not have a role that may use " + tool);
    assertThat(run.getLast().json().path("termination").path("type").asText())
        .isEqualTo("natural_end");
  }

  private static JsonNode result(List<Frame> run, String tool) {
    return Frame.calls(run).stream()
        .map(frame -> frame.json().path("result"))
        .filter(result -> result.path("tool_name").asText().equals(tool))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no result of " + tool + " in " + run));
  }
}
