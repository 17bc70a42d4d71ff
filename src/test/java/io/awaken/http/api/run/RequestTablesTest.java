package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Failures;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Refusals;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Valid bodies and refusals of invalid ones. */
class RequestTablesTest {

  private static final String HELLO = "[{\"role\":\"user\",\"content\":\"hello\"}]";

  static Stream<Arguments> badRunRequests() {
    return Stream.of(
        row("", "malformed_json", null),
        row("{", "malformed_json", null),
        row("{\"agent_id\":}", "malformed_json", null),
        row("nonsense", "malformed_json", null),
        row("[]", "malformed_json", null),
        row("\"text\"", "malformed_json", null),
        row(run("\"a\"", HELLO) + "{}", "malformed_json", null),
        row("{\"agent_id\":\"a\",\"messages\":" + HELLO + ",\"x\":1}", "unknown_field", "x"),
        row(
            "{\"@class\":\"java.lang.ProcessBuilder\",\"agent_id\":\"a\",\"messages\":"
                + HELLO
                + "}",
            "unknown_field",
            "@class"),
        row(
            run("\"a\"", "[\"java.lang.ProcessBuilder\",{\"command\":[\"id\"]}]"),
            "invalid_field",
            "messages[0]"),
        row(
            run("\"a\"", "[{\"role\":\"user\",\"content\":\"a\",\"name\":\"b\"}]"),
            "unknown_field",
            "messages[0].name"),
        row(
            "{\"agent_id\":\"a\",\"agent_id\":\"b\",\"messages\":" + HELLO + "}",
            "duplicate_field",
            "agent_id"),
        row(
            "{\"agent_id\":\"a\",\"agentId\":\"a\",\"messages\":" + HELLO + "}",
            "duplicate_field",
            "agent_id"),
        row(
            "{\"frontendTools\":[],\"agent_id\":\"a\",\"frontend_tools\":[]}",
            "duplicate_field",
            "frontend_tools"),
        row("{\"messages\":" + HELLO + "}", "missing_field", "agent_id"),
        row(run("null", HELLO), "missing_field", "agent_id"),
        row(run("\"\"", HELLO), "invalid_field", "agent_id"),
        row(run("\"  \"", HELLO), "invalid_field", "agent_id"),
        row(run("\"" + "a".repeat(129) + "\"", HELLO), "invalid_field", "agent_id"),
        row(run("\"a/../b\"", HELLO), "invalid_field", "agent_id"),
        row(run("5", HELLO), "invalid_field", "agent_id"),
        row(run("[]", HELLO), "invalid_field", "agent_id"),
        row(thread("\"\"", HELLO), "invalid_field", "thread_id"),
        row(thread("\"" + "t".repeat(129) + "\"", HELLO), "invalid_field", "thread_id"),
        row(thread("\"a b\"", HELLO), "invalid_field", "thread_id"),
        row(thread("\".\"", HELLO), "invalid_field", "thread_id"),
        row(thread("\"..\"", HELLO), "invalid_field", "thread_id"),
        row(run("\"..\"", HELLO), "invalid_field", "agent_id"),
        row(superseding("\"m\""), "missing_field", "thread_id"),
        row(
            superseding("\"m\",\"thread_id\":\"t\",\"mode\":\"queue\""),
            "invalid_field",
            "supersedes"),
        row(
            superseding("\"m\",\"thread_id\":\"t\",\"mode\":\"steer\""),
            "invalid_field",
            "supersedes"),
        row(
            superseding("\"m\",\"thread_id\":\"t\",\"background\":true,\"delay_ms\":5"),
            "invalid_field",
            "supersedes"),
        row(superseding("\"\",\"thread_id\":\"t\""), "invalid_field", "supersedes"),
        row(superseding("[]"), "invalid_field", "supersedes"),
        row("{\"agent_id\":\"a\"}", "missing_field", "messages"),
        row(run("\"a\"", "[]"), "missing_field", "messages"),
        row(run("\"a\"", "null"), "missing_field", "messages"),
        row(run("\"a\"", "{}"), "invalid_field", "messages"),
        row(run("\"a\"", "[null]"), "missing_field", "messages[0].role"),
        row(run("\"a\"", "[{\"content\":\"x\"}]"), "missing_field", "messages[0].role"),
        row(role("assistant"), "invalid_field", "messages[0].role"),
        row(role("system"), "invalid_field", "messages[0].role"),
        row(role("tool"), "invalid_field", "messages[0].role"),
        row(role("USER"), "invalid_field", "messages[0].role"),
        row(run("\"a\"", "[{\"role\":\"user\"}]"), "missing_field", "messages[0].content"),
        row(content("\" \""), "invalid_field", "messages[0].content"),
        row(content("\"a\\u0000b\""), "invalid_field", "messages[0].content"),
        row(content("\"\\ud800\""), "malformed_text", null),
        row(content("\"a\\udc00b\""), "malformed_text", null),
        row(content("\"\\udc00\\ud800\""), "malformed_text", null),
        row(tool("{\"maximum\":1e999}"), "number_out_of_range", null),
        row(tool("{\"a\":[{\"b\":-1e999}]}"), "number_out_of_range", null),
        row(tool("{\"a\":[{\"b\":\"\\ud800\"}]}"), "malformed_text", null),
        row(content("7"), "invalid_field", "messages[0].content"),
        row(content("[]"), "invalid_field", "messages[0].content"),
        row(run("\"a\"", many(201)), "invalid_field", "messages"),
        row(run("\"a\"", "[".repeat(65) + "]".repeat(65)), "invalid_field", "messages[0]"),
        row("{\"x\":" + "[".repeat(64) + "]".repeat(64) + "}", "too_deep", null),
        row("{\"x\":" + "[".repeat(2_000), "too_deep", null),
        row(content("\"" + "x".repeat((1 << 20) + 1) + "\""), "value_too_long", null),
        row("{\"x\":" + "9".repeat(10_000) + "}", "value_too_long", null));
  }

  private static String superseding(String value) {
    return "{\"agent_id\":\"a\",\"supersedes\":" + value + "}";
  }

  @ParameterizedTest
  @MethodSource("badRunRequests")
  @Failures("F37")
  @Attacks({"S27", "S46"})
  void aBadRunRequestIsRefusedWith400AndItsField(String body, String code, String field) {
    Refusal refusal = refusalOf(() -> parse(body).toRequest(Caller.ANONYMOUS));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.field()).isEqualTo(field);
    assertThat(refusal.message()).isNotBlank().doesNotContain("jackson").hasSizeLessThan(300);
  }

  @Test
  void aRefusedRoleIsNamed() {
    assertThat(refusalOf(() -> parse(role("tool")).toRequest(Caller.ANONYMOUS)).message())
        .contains("tool");
  }

  @Test
  void aRunRequestMayBeWrittenInSnakeCaseAndInCamelCase() {
    var snake = parse("{\"agent_id\":\"a\",\"thread_id\":\"t\",\"messages\":" + HELLO + "}");
    var camel = parse("{\"agentId\":\"a\",\"threadId\":\"t\",\"messages\":" + HELLO + "}");

    assertThat(snake).isEqualTo(camel);
    var request = snake.toRequest(Caller.ANONYMOUS);
    assertThat(request.agentId()).isEqualTo("a");
    assertThat(request.threadId()).isEqualTo(new ThreadId("t"));
    assertThat(request.userTexts()).containsExactly("hello");
    assertThat(request.caller()).isEqualTo(Caller.ANONYMOUS);
  }

  @Test
  void aRunRequestNeedsNoThreadAndMayHave200Messages() {
    var request = parse(run("\"a\"", many(200))).toRequest(Caller.ANONYMOUS);

    assertThat(request.threadId()).isNull();
    assertThat(request.userTexts()).hasSize(200);
  }

  private static Refusal refusalOf(Parsing parsing) {
    return Refusals.of(catchThrowable(parsing::run)).orElseThrow();
  }

  private static CreateRun parse(String body) {
    return AskingApi.read(body, CreateRun.class);
  }

  private static Arguments row(String body, String code, String field) {
    return Arguments.of(body, code, field);
  }

  private static String run(String agent, String messages) {
    return "{\"agent_id\":" + agent + ",\"messages\":" + messages + "}";
  }

  private static String thread(String thread, String messages) {
    return "{\"agent_id\":\"a\",\"thread_id\":" + thread + ",\"messages\":" + messages + "}";
  }

  private static String role(String role) {
    return run("\"a\"", "[{\"role\":\"" + role + "\",\"content\":\"x\"}]");
  }

  private static String content(String content) {
    return run("\"a\"", "[{\"role\":\"user\",\"content\":" + content + "}]");
  }

  private static String tool(String parameters) {
    return "{\"agent_id\":\"a\",\"frontend_tools\":[{\"name\":\"t\",\"parameters\":"
        + parameters
        + "}]}";
  }

  private static String many(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "{\"role\":\"user\",\"content\":\"m" + i + "\"}")
        .collect(Collectors.joining(",", "[", "]"));
  }

  private interface Parsing {
    void run() throws IOException;
  }
}
