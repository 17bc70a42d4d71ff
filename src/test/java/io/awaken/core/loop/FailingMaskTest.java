package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.OnEvent;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Text that a required mask fails to check is withheld. */
@Timeout(30)
class FailingMaskTest {

  private TestNode node;
  private RecordingModel model;

  private RunRecord run(ScriptBuilder script, OnEvent mask) {
    return runWith(script, parts -> parts.onEvent(mask).onFailure(FailurePolicy.WITHHOLD));
  }

  private RunRecord runWith(ScriptBuilder script, Consumer<PluginRegistrar> parts) {
    model = new RecordingModel(script);
    node =
        new TestNode(
            model,
            UnaryOperator.identity(),
            List.of(new TestPlugin("mask", parts)),
            FunctionTool.answering("echo", "the secret"));
    return node.run("t", "go");
  }

  private static OnEvent failingAt(String word) {
    return (id, event) -> {
      if (event.event() instanceof AgentEvent.TextDelta text && text.delta().contains(word)) {
        throw new IllegalStateException("broken");
      }
      return null;
    };
  }

  private List<Message> history() {
    return node.stores.threads().history(new ThreadId("t"));
  }

  private String published() {
    return node.sinks.events().stream()
        .filter(AgentEvent.TextDelta.class::isInstance)
        .map(event -> ((AgentEvent.Delta) event).delta())
        .collect(Collectors.joining());
  }

  private void assertSaid(RunRecord run, String text) {
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(published()).isEqualTo(text);
    assertThat(history().getLast().text()).isEqualTo(text);
    assertThat(run.finalOutput()).isEqualTo(text);
    assertThat(node.stores.log().read(run.runId(), 0, 100).toString()).doesNotContain("secret");
  }

  @Test
  @Rows(81)
  void textIsWithheldFromTheFirstUncheckedDelta() {
    var run = run(Script.builder().says("It is my secret word"), failingAt("my"));

    assertSaid(run, "It is ");
  }

  @Test
  @Rows(81)
  void anUncheckedTextIsEmptyEverywhere() {
    var run = run(Script.builder().says("secret word"), failingAt("secret"));

    assertSaid(run, "");
  }

  @Test
  @Rows(81)
  void theNextAnswerIsPassedToTheHookAgain() {
    var script =
        Script.builder()
            .says("my secret")
            .andCalls("echo", Map.of("value", "x"))
            .says("That is it");
    var run = run(script, failingAt("secret"));

    assertThat(published()).isEqualTo("my That is it");
    assertThat(run.finalOutput()).isEqualTo("That is it");
  }

  @Test
  @Rows(81)
  void bufferedTextIsWithheldWithTheNextDelta() {
    var run =
        run(
            Script.builder().says("my secret word"),
            (id, event) -> {
              if (!(event.event() instanceof AgentEvent.TextDelta text)) {
                return null;
              }
              if (text.delta().contains("word")) {
                throw new IllegalStateException("broken");
              }
              int from = text.delta().indexOf("secret");
              return from < 0 ? null : event.holdBack(text.delta().length() - from);
            });

    assertThat(published()).isEqualTo("my ");
    assertThat(run.finalOutput()).isEqualTo("my ");
  }

  @Test
  @Rows(81)
  void aMaskThatTakesTooLongWithholdsTheText() {
    var run =
        run(
            Script.builder().says("my secret"),
            (id, event) -> {
              if (event.event() instanceof AgentEvent.TextDelta) {
                node.pass(Duration.ofSeconds(11));
                new CountDownLatch(1).await();
              }
              return null;
            });

    assertSaid(run, "");
  }

  @Test
  @Rows(81)
  void aMaskThatIsStoppedWithItsRunWithholdsTheText() {
    var run =
        run(
            Script.builder().says("my secret"),
            (id, event) -> {
              if (event.event() instanceof AgentEvent.TextDelta) {
                throw new RunCancelled(CancellationToken.Reason.REQUESTED);
              }
              return null;
            });

    assertSaid(run, "");
  }

  @Test
  @Rows(81)
  void aForbiddenChangeWithholdsTheEvent() {
    var run =
        run(
            Script.builder().says("my secret"),
            (id, event) ->
                event.event() instanceof AgentEvent.TextDelta
                    ? event.with(new AgentEvent.ReasoningDelta("***"))
                    : null);

    assertSaid(run, "");
  }

  @Test
  @Rows(81)
  void aTextThatReachesTheMessageByAnotherPathIsWithheld() {
    var run =
        runWith(
            Script.builder().says("hello"),
            parts -> {
              parts.onEvent(failingAt("secret")).onFailure(FailurePolicy.WITHHOLD);
              parts.afterModel(
                  (context, request, answer) ->
                      AfterModel.Decision.replace(
                          new StreamResult(
                              List.of(new ContentBlock.Text("my secret")),
                              List.of(),
                              null,
                              answer.stopReason(),
                              false)));
            });

    assertThat(history().getLast().text()).isEmpty();
    assertThat(run.finalOutput()).isNullOrEmpty();
  }

  @Test
  @Rows(81)
  void aResultThatItCannotCheckReachesNeitherReadersNorTheModel() {
    var run =
        run(
            Script.builder().calls("echo", Map.of("value", "x")).says("done"),
            (id, event) -> {
              if (event.event() instanceof AgentEvent.ToolCallDone) {
                throw new IllegalStateException("broken");
              }
              return null;
            });

    Message result =
        history().stream().filter(message -> message.role() == Role.TOOL).findFirst().orElseThrow();
    assertThat(result.text()).isEqualTo("withheld: plugin mask could not check it");
    assertThat(model.requests().getLast().messages().toString()).doesNotContain("the secret");
    assertThat(node.sinks.events().toString()).doesNotContain("the secret");
    assertThat(run.finalOutput()).isEqualTo("done");
  }

  @Test
  @Rows(81)
  void anUncheckedRunFinishIsStoredWithoutItsResponse() {
    var run =
        run(
            Script.builder().says("hello"),
            (id, event) -> {
              if (event.event() instanceof AgentEvent.RunFinish) {
                throw new IllegalStateException("broken");
              }
              return null;
            });

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.finalOutput()).isNull();
    assertThat(history().getLast().text()).isEqualTo("hello");
  }

  @Test
  @Rows(81)
  void anOptionalHookThatFailsPassesTheEventUnchanged() {
    var failed = new AtomicBoolean();
    var run =
        runWith(
            Script.builder().says("my secret"),
            parts ->
                parts.onEvent(
                    (id, event) -> {
                      failed.set(true);
                      throw new IllegalStateException("broken");
                    }));

    assertThat(failed).isTrue();
    assertThat(run.finalOutput()).isEqualTo("my secret");
  }
}
