package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Answer;
import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Failures;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Errors of requests have one shape, whichever layer detects them. */
@OnWildFly
class BadInputIT extends BuiltArchiveTest {

  private static final String HELLO = "[{\"role\":\"user\",\"content\":\"hello\"}]";
  private static final int MIB = 1 << 20;

  @Test
  @Attacks({"S27", "S28"})
  void aBadBodyGets400AndItsField() {
    assertRun("{", 400, null);
    assertRun("", 400, null);
    assertRun("null", 400, null);
    assertRun("{\"agent_id\":\"default\",\"messages\":" + HELLO + ",\"x\":1}", 400, "x");
    assertRun("{\"messages\":" + HELLO + "}", 400, "agent_id");
    assertRun(run("", HELLO), 400, "agent_id");
    assertRun(run("a".repeat(129), HELLO), 400, "agent_id");
    assertRun(run("nobody", HELLO), 400, "agent_id");
    assertRun(run("default", "[]"), 400, "messages");
    assertRun(run("default", "[{\"role\":\"system\",\"content\":\"x\"}]"), 400, "messages[0].role");
    assertRun(run("default", many(201)), 400, "messages");
    assertRun("{\"x\":" + "[".repeat(65) + "]".repeat(65) + "}", 400, null);
    assertRun(
        "{\"agent_id\":\"default\",\"thread_id\":\" \",\"messages\":" + HELLO + "}",
        400,
        "thread_id");
  }

  @Test
  void aRefusedRunOnANewThreadCreatesNoThread() {
    String body =
        "{\"agent_id\":\"nobody\",\"thread_id\":\"never-made\",\"messages\":" + HELLO + "}";
    assertRun(body, 400, "agent_id");

    assertThat(api.get("/v1/threads/never-made").status()).isEqualTo(404);
  }

  @Test
  @Failures("F37")
  @Attacks("S26")
  void aBodyOfMoreThanOneMebibyteGets413WithAndWithoutItsLength() {
    String large = run("default", "[{\"role\":\"user\",\"content\":\"" + "x".repeat(MIB) + "\"}]");

    assertShape(api.postJson("/v1/runs", large), 413, null);
    assertShape(
        api.postJsonInChunks("/v1/runs", large.getBytes(StandardCharsets.UTF_8)), 413, null);
    assertThat(api.get("/v1/agents").status()).isEqualTo(200);
  }

  /** The server itself refuses it, and may close the connection without a response. */
  @Test
  @Failures("F37")
  void aTooLargeHeaderIsRefusedAndNothingIsStored() {
    String thread = "never-made-by-a-large-header";
    String body =
        "{\"agent_id\":\"default\",\"thread_id\":\"%s\",\"messages\":%s}".formatted(thread, HELLO);
    try {
      Answer answer =
          api.send(
              "POST",
              "/v1/runs",
              BodyPublishers.ofString(body),
              "Content-Type",
              "application/json",
              "X-Large",
              "x".repeat(2 * MIB));
      assertThat(answer.status()).isIn(400, 413, 431);
    } catch (UncheckedIOException e) {
      assertThat(e).hasCauseInstanceOf(IOException.class);
    }
    assertThat(api.get("/v1/threads/" + thread).status()).isEqualTo(404);
    assertThat(api.get("/v1/agents").status()).isEqualTo(200);
  }

  /** Without a key to check tokens, WildFly and Payara fail in different ways. */
  @Test
  void uncheckableCredentialsGet401() {
    for (String credentials : Set.of("Bearer e30.e30.e30", "Bearer x", "Basic eDp5", "x")) {
      Answer answer = api.get("/v1/agents", "Authorization", credentials);

      assertShape(answer, 401, null);
      assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }
  }

  @Test
  void missingResourcesGet404() {
    assertShape(api.get("/v1/runs/nothing"), 404, null);
    assertShape(api.get("/v1/runs/nothing/events/stream"), 404, null);
    assertShape(api.postJson("/v1/runs/nothing/cancel", ""), 404, null);
    assertShape(api.get("/v1/threads/nothing"), 404, null);
    assertShape(api.get("/v1/threads/nothing/messages"), 404, null);
    assertShape(api.get("/v1/threads/" + "x".repeat(200)), 404, null);
    assertShape(api.get("/v1/threads/a%20b"), 404, null);
    assertShape(api.get("/v1/nothing"), 404, null);
    assertShape(api.get("/nothing"), 404, null);
    assertShape(api.get("/v1"), 404, null);
  }

  @Test
  @Attacks("S29")
  void aWrongMethodGets405AndTheAllowedOnes() {
    Answer deleted = api.send("DELETE", "/v1/agents", BodyPublishers.noBody());
    assertShape(deleted, 405, null);
    assertThat(deleted.header("allow")).contains("GET");

    Answer got = api.get("/v1/runs/x/cancel");
    assertShape(got, 405, null);
    assertThat(got.header("allow")).contains("POST");
    assertShape(api.postJson("/v1/runs/x/events/stream", "{}"), 405, null);
  }

  /** It would wait and occupy a slot for nothing. */
  @Test
  @Attacks("S29")
  void headOfWaitingAndStreamingRoutesGets405() {
    for (String path :
        Set.of("/v1/runs/x/events/stream", "/v1/threads/x/events/stream", "/v1/runs/x/wait")) {
      Answer answer = api.send("HEAD", path, BodyPublishers.noBody());

      assertThat(answer.status()).as(path).isEqualTo(405);
      assertThat(answer.header("allow")).contains("GET");
    }
    assertThat(api.send("HEAD", "/v1/agents", BodyPublishers.noBody()).status()).isEqualTo(200);
  }

  @Test
  @Attacks("S29")
  void anUnsupportedContentTypeGets415AndAnUnacceptableResponseType406() {
    String body = run("default", HELLO);
    assertShape(
        api.send("POST", "/v1/runs", BodyPublishers.ofString(body), "Content-Type", "text/plain"),
        415,
        null);
    assertShape(
        api.send(
            "POST",
            "/v1/threads",
            BodyPublishers.ofString("title=x"),
            "Content-Type",
            "application/x-www-form-urlencoded"),
        415,
        null);
    assertShape(
        api.send(
            "POST",
            "/v1/runs",
            BodyPublishers.ofString(body),
            "Content-Type",
            "application/json",
            "Content-Encoding",
            "gzip"),
        415,
        null);
    assertShape(api.get("/v1/agents", "Accept", "text/html"), 406, null);
  }

  @Test
  @Rows(233)
  void everyRouteRefusesAnUnacceptableResponseType() {
    for (Operation operation : Operation.ofJson()) {
      Answer answer =
          api.send(
              operation.method(),
              operation.missingPath(),
              BodyPublishers.ofString(operation.validBody()),
              "Accept",
              "text/html",
              "Content-Type",
              "application/json");

      assertThat(answer.status()).as(operation.id()).isEqualTo(406);
      assertShape(answer, 406, null);
    }
  }

  @Test
  @Rows(233)
  @Failures("F37")
  void everyRouteRefusesAnInvalidOrTooLargeBody() {
    String large = "{\"x\":\"" + "x".repeat(MIB) + "\"}";
    for (Operation operation : Operation.withBody()) {
      Answer text = sent(operation, "{}", "text/plain");
      assertThat(text.status()).as(operation.id()).isEqualTo(415);
      assertShape(text, 415, null);

      Answer tooLarge = sent(operation, large, "application/json");
      assertThat(tooLarge.status()).as(operation.id()).isEqualTo(413);
      assertRefused(tooLarge, 413, "body_too_large", null);
    }
  }

  private Answer sent(Operation operation, String body, String type) {
    return api.send(
        operation.method(),
        operation.missingPath(),
        BodyPublishers.ofString(body),
        "Content-Type",
        type);
  }

  @Test
  void aBadThreadOrParameterGets400AndItsField() {
    assertShape(api.postJson("/v1/threads", "{\"title\":7}"), 400, "title");
    assertShape(
        api.postJson("/v1/threads", "{\"parent_thread_id\":\"nothing\"}"), 400, "parent_thread_id");
    String thread = api.postJson("/v1/threads", "{}").json().get("id").asText();
    String messages = "/v1/threads/" + thread + "/messages";
    assertShape(api.get(messages + "?limit=many"), 400, "limit");
    assertShape(api.get(messages + "?visibility=secret"), 400, "visibility");
    assertShape(api.get(messages + "?cursor=made-up"), 400, "cursor");
  }

  @Test
  @Attacks("S30")
  void aBadCursorOfAStreamGets400AndIsNotRepeated() {
    Frame last;
    try (var events = api.run(run("default", HELLO))) {
      last = events.toEnd().getLast();
    }
    String path = "/v1/runs/" + last.data().get("run_id").asText() + "/events/stream";
    // The suffix of this run's cursors; without it no cursor would be parsed.
    String print = last.id().substring(last.id().lastIndexOf('-'));

    Stream.of(
            "x",
            "1-1",
            "x" + print,
            "-1-1" + print,
            "1-9223372036854775808" + print,
            "999-1" + print)
        .forEach(
            cursor -> {
              Answer answer = api.get(path, "Last-Event-ID", cursor);
              assertShape(answer, 400, null);
              assertThat(answer.json().has("field")).isTrue();
              assertThat(answer.text()).doesNotContain(cursor + "\"");
            });
  }

  @Test
  @Attacks("S27")
  void invalidTextAndNumbersAreRefused() {
    byte[] overlong =
        run("default", "[{\"role\":\"user\",\"content\":\"\u00c0\u00af\"}]")
            .getBytes(StandardCharsets.ISO_8859_1);
    assertShape(api.postJsonInChunks("/v1/runs", overlong), 400, null);
    assertRun(run("default", "[{\"role\":\"user\",\"content\":\"\\ud800\"}]"), 400, null);
    assertRun(asking("default", "x", tool("{\"maximum\":1e999}")), 400, null);
    assertRun(asking("default", "x", ",\"agentId\":\"default\""), 400, "agent_id");
    assertRun(asking("default", "x", ",\"thread_id\":\"..\""), 400, "thread_id");
    assertRun(
        asking("default", "x", tool("{\"properties\":{\"a\":{\"pattern\":\"[\"}}}")),
        400,
        "frontend_tools[0].parameters");
  }

  private static String tool(String parameters) {
    return ",\"frontend_tools\":[{\"name\":\"mine\",\"parameters\":" + parameters + "}]";
  }

  private void assertRun(String body, int status, String field) {
    assertShape(api.postJson("/v1/runs", body), status, field);
  }

  private static String run(String agent, String messages) {
    return "{\"agent_id\":\"" + agent + "\",\"messages\":" + messages + "}";
  }

  private static String many(int count) {
    return Stream.generate(() -> "{\"role\":\"user\",\"content\":\"x\"}")
        .limit(count)
        .collect(Collectors.joining(",", "[", "]"));
  }
}
