package io.awaken.builtin.logging;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.TaggedEvent;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.state.Phase;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Moments;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After the plugin of trpc-agent-go: DebugLog. */
class DebugLogTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));
  private static final ToolCall CALL =
      Moments.call("c", "login", "{\"user\": \"ann\", \"password\": \"hunter22\"}");
  private static final ToolResult RESULT =
      ToolResult.success("login", Moments.json("{\"token\": \"abcdef\", \"name\": \"Ann\"}"));

  private final StringWriter out = new StringWriter();

  private DebugLog log(DebugLogOptions options) {
    return new DebugLog(out, CLOCK, options);
  }

  private List<JsonNode> lines() {
    return out.toString().lines().map(Moments::json).toList();
  }

  private static void call(DebugLog log) throws Exception {
    Moments.only(ExtensionPoint.AFTER_TOOL, log)
        .afterTool(Moments.about(Phase.AFTER_TOOL_EXECUTE, CALL, RESULT), CALL, RESULT);
  }

  private static void event(DebugLog log, AgentEvent event) throws Exception {
    Moments.only(ExtensionPoint.ON_EVENT, log)
        .onEvent(Moments.RUN, new TaggedEvent(event, Set.of()));
  }

  @Test
  void everyPhaseIsALineOfJson() throws Exception {
    var log = log(DebugLogOptions.DEFAULT);
    for (Phase phase : Phase.values()) {
      var context = Moments.about(phase, null, null);
      assertThat(Moments.only(ExtensionPoint.of(phase), log).run(context)).isNull();
    }

    assertThat(lines()).hasSize(Phase.values().length);
    assertThat(lines().getFirst())
        .isEqualTo(
            Moments.json(
                """
                {"at": "2026-01-02T03:04:05Z", "point": "phase run_start", "run": "r",
                 "thread": "t", "agent": "a", "step": 1, "revision": 0}
                """));
  }

  @Test
  void contentsAreOmittedByDefault() throws Exception {
    var log = log(DebugLogOptions.DEFAULT);
    call(log);
    Moments.only(ExtensionPoint.BEFORE_MODEL, log)
        .beforeModel(Moments.step(1), request(user("between us")));

    assertThat(lines())
        .allMatch(line -> !line.has("arguments") && !line.has("data"))
        .noneMatch(line -> line.toString().contains("between us"));
    assertThat(lines().getFirst().path("status").asText()).isEqualTo("success");
  }

  @Test
  void secretsInContentsAreRedacted() throws Exception {
    var log = log(DebugLogOptions.DEFAULT.withContents());
    call(log);
    Moments.only(ExtensionPoint.BEFORE_MODEL, log)
        .beforeModel(
            Moments.step(1),
            request(user("use Authorization: Bearer abc.def.ghi and sk-proj-0123456789abcdef")));

    assertThat(lines().getFirst().path("arguments"))
        .isEqualTo(Moments.json("{\"user\": \"ann\", \"password\": \"[redacted]\"}"));
    assertThat(lines().getFirst().path("data"))
        .isEqualTo(Moments.json("{\"token\": \"[redacted]\", \"name\": \"Ann\"}"));
    assertThat(lines().get(1).path("conversation").get(0).asText())
        .isEqualTo("user: use Authorization: Bearer [redacted] and [redacted]");
  }

  @Test
  void onlyTheLengthOfPiecesIsLogged() throws Exception {
    var log = log(DebugLogOptions.DEFAULT.withContents().withPartials());
    event(log, new AgentEvent.ToolCallDelta("c", "{\"password\": \"hunt"));
    event(log, new AgentEvent.ToolCallDelta("c", "er22\"}"));
    event(log, new AgentEvent.TextDelta("sk-proj-0123456789"));

    assertThat(lines()).extracting(line -> line.path("chars").asInt()).containsExactly(18, 6, 18);
    assertThat(out.toString()).doesNotContain("hunt", "er22", "sk-proj");
  }

  @Test
  void eventsAndPiecesAreOptional() throws Exception {
    assertThat(Moments.at(ExtensionPoint.ON_EVENT, log(DebugLogOptions.DEFAULT))).isEmpty();

    var events = log(DebugLogOptions.DEFAULT.withEvents());
    event(events, new AgentEvent.StepEnd());
    event(events, new AgentEvent.TextDelta("hi"));
    assertThat(lines()).extracting(line -> line.path("event").asText()).containsExactly("StepEnd");

    var partials = log(DebugLogOptions.DEFAULT.withPartials());
    event(partials, new AgentEvent.TextDelta("hi"));
    assertThat(lines())
        .extracting(line -> line.path("event").asText())
        .containsExactly("StepEnd", "TextDelta");
  }

  @Test
  void aLongLineIsCutToValidJson() throws Exception {
    var log = log(DebugLogOptions.DEFAULT.withContents().limitedTo(300, 10));
    Moments.only(ExtensionPoint.BEFORE_MODEL, log)
        .beforeModel(Moments.step(1), request(user("\"quoted\"\n".repeat(1000))));

    assertThat(out.toString().strip().length()).isLessThanOrEqualTo(300);
    assertThat(lines().getFirst().path("truncated").asText()).startsWith("{\"at\"");
    assertThat(lines().getFirst().path("run").asText()).isEqualTo("r");
  }

  @Test
  void theLastLineReportsThatTheLogIsFull() throws Exception {
    var log = log(DebugLogOptions.DEFAULT.limitedTo(1000, 3));
    for (int i = 0; i < 5; i++) {
      call(log);
    }

    assertThat(lines())
        .extracting(line -> line.path("point").asText())
        .containsExactly("after_tool", "after_tool", "log_full");
  }

  @Test
  void linesAreAppendedToAFileAtOnce(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("debug.jsonl");
    Files.writeString(file, "{}\n");
    try (DebugLog log = DebugLog.toFile(file, CLOCK, DebugLogOptions.DEFAULT)) {
      call(log);
      assertThat(Files.readAllLines(file)).hasSize(2).first().isEqualTo("{}");
    }
  }

  @Test
  void aFullDiskEndsTheLogAndNothingElse() throws Exception {
    var tried = new ArrayList<CharSequence>();
    var broken =
        new DebugLog(new FullDisk(tried), CLOCK, DebugLogOptions.DEFAULT.limitedTo(1000, 10));

    try (var captured = new CapturedLog(DebugLines.class)) {
      call(broken);
      call(broken);

      assertThat(captured.warnings()).singleElement().asString().contains("runs are not affected");
    }
    assertThat(tried).hasSize(1);
  }

  @Test
  void itsFailuresAreIgnoredEverywhere() {
    var log = log(DebugLogOptions.DEFAULT.withPartials());

    assertThat(io.awaken.core.plugin.PluginRegistration.of(log).parts())
        .hasSize(Phase.values().length + 9)
        .allMatch(part -> part.onFailure() == FailurePolicy.IGNORE);
  }

  @Test
  void invalidLimitsAreRefused() {
    assertThatThrownBy(() -> DebugLogOptions.DEFAULT.limitedTo(10, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("256");
    assertThatThrownBy(() -> DebugLogOptions.DEFAULT.limitedTo(1000, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxLines");
  }

  private record FullDisk(List<CharSequence> tried) implements Appendable {
    @Override
    public Appendable append(CharSequence text) throws IOException {
      tried.add(text);
      throw new IOException("no space left");
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) throws IOException {
      return append(text.subSequence(start, end));
    }

    @Override
    public Appendable append(char c) throws IOException {
      return append(String.valueOf(c));
    }
  }
}
