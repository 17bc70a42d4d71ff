package io.awaken.builtin.logging;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.plugin.hook.BeforeTool;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.Phase;
import io.awaken.fixture.Moments;
import io.awaken.fixture.Rows;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** After the plugin of trpc-agent-go: Logging. */
@Rows(82)
class RunLoggingTest {

  private static final Logger LOGGER = Logger.getLogger(RunLogging.class.getName());
  private static final ToolCall CALL = Moments.call("c", "search", "{\"q\": \"my secret\"}");

  private final List<String> lines = new ArrayList<>();
  private long millis;
  private final RunLogging plugin = new RunLogging(() -> millis * 1_000_000);
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          lines.add(
              entry.getParameters() == null
                  ? entry.getMessage()
                  : MessageFormat.format(entry.getMessage(), entry.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void debug() {
    LOGGER.setLevel(Level.FINE);
    LOGGER.setUseParentHandlers(false);
    handler.setLevel(Level.ALL);
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void asBefore() {
    LOGGER.removeHandler(handler);
    LOGGER.setUseParentHandlers(true);
    LOGGER.setLevel(null);
  }

  private void model(long takes) throws Exception {
    var request = request(user("tell me a secret"));
    var answer =
        new StreamResult(
            List.of(new ContentBlock.Text("the secret")),
            List.of(CALL),
            null,
            StopReason.TOOL_USE,
            false);
    assertThat(
            Moments.only(ExtensionPoint.BEFORE_MODEL, plugin).beforeModel(Moments.step(1), request))
        .isEqualTo(new BeforeModel.Proceed(request));
    millis += takes;
    assertThat(
            Moments.only(ExtensionPoint.AFTER_MODEL, plugin)
                .afterModel(Moments.step(1), request, answer))
        .isEqualTo(AfterModel.Decision.KEEP);
  }

  private void tool(ToolResult result, long takes) throws Exception {
    assertThat(
            Moments.only(ExtensionPoint.BEFORE_TOOL, plugin)
                .beforeTool(Moments.about(Phase.TOOL_GATE, CALL, null), CALL))
        .isEqualTo(new BeforeTool.Proceed(CALL.arguments()));
    millis += takes;
    assertThat(
            Moments.only(ExtensionPoint.AFTER_TOOL, plugin)
                .afterTool(Moments.about(Phase.AFTER_TOOL_EXECUTE, CALL, result), CALL, result))
        .isEqualTo(AfterTool.Decision.KEEP);
  }

  @Test
  void startEndAndDurationOfEverythingAreLogged() throws Exception {
    var summary =
        new RunSummary(Moments.RUN, new TerminationReason.NaturalEnd(), "the secret", 1, 12, 3);

    Moments.only(ExtensionPoint.BEFORE_AGENT, plugin).beforeAgent(Moments.step(0));
    model(1500);
    tool(ToolResult.success("search", Moments.json("\"secret\"")), 7);
    tool(ToolResult.errorWithCode("search", "timeout", "secret"), 30);
    Moments.only(ExtensionPoint.AFTER_AGENT, plugin).afterAgent(Moments.step(1), summary);
    Moments.only(ExtensionPoint.AFTER_RUN, plugin).afterRun(summary);

    assertThat(lines)
        .containsExactly(
            "run r: agent a starts",
            "run r: model model starts",
            "run r: model model ends after 1500 ms, 1 calls, stops for TOOL_USE",
            "run r: tool search c starts",
            "run r: tool search c ends after 7 ms, succeeded",
            "run r: tool search c starts",
            "run r: tool search c ends after 30 ms, failed with timeout",
            "run r: agent a ends after 1537 ms",
            "run r ended: NaturalEnd, 1 steps, 12 tokens in, 3 out");
  }

  @Test
  void contentOfMessagesIsNotLogged() throws Exception {
    model(1);
    tool(ToolResult.success("search", Moments.json("\"secret\"")), 1);

    assertThat(lines).isNotEmpty().noneMatch(line -> line.contains("secret"));
  }

  @Test
  void aFailedModelCallHasAnEndToo() throws Exception {
    Moments.only(ExtensionPoint.BEFORE_MODEL, plugin)
        .beforeModel(Moments.step(1), request(user("hi")));
    millis += 20;
    Moments.only(ExtensionPoint.MODEL_FAILURE, plugin)
        .onModelFailure(
            Moments.step(1),
            new InferenceException(InferenceException.Kind.RATE_LIMITED, "secret", null));

    assertThat(lines)
        .containsExactly(
            "run r: model model starts",
            "run r: model call ends after 20 ms, failed with RATE_LIMITED");
  }

  @Test
  void anEndWithoutASeenStartHasNoDuration() throws Exception {
    ToolResult unknown = ToolResult.errorWithCode("search", "not_found", "no such tool");

    Moments.only(ExtensionPoint.AFTER_TOOL, plugin)
        .afterTool(Moments.about(Phase.AFTER_TOOL_EXECUTE, CALL, unknown), CALL, unknown);

    assertThat(lines).containsExactly("run r: tool search c ends, failed with not_found");
  }

  @Test
  void nothingIsLoggedAboveItsLevel() throws Exception {
    LOGGER.setLevel(Level.INFO);

    model(1);

    assertThat(lines).isEmpty();
  }

  @Test
  void itsFailuresAreIgnored() {
    assertThat(
            Stream.of(
                    ExtensionPoint.BEFORE_AGENT,
                    ExtensionPoint.AFTER_AGENT,
                    ExtensionPoint.BEFORE_MODEL,
                    ExtensionPoint.AFTER_MODEL,
                    ExtensionPoint.MODEL_FAILURE,
                    ExtensionPoint.BEFORE_TOOL,
                    ExtensionPoint.AFTER_TOOL,
                    ExtensionPoint.AFTER_RUN)
                .flatMap(point -> Moments.at(point, plugin).stream()))
        .hasSize(8)
        .allMatch(part -> part.onFailure() == FailurePolicy.IGNORE);
  }
}
