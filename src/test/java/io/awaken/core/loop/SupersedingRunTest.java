package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.submission.RefusalCode;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Edited and regenerated messages in the history of a run. */
@Rows(902)
class SupersedingRunTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private static final TestPlugin RECOVERY =
      new TestPlugin(
          "recovery",
          registrar ->
              registrar.overflowRecovery(
                  (context, history) -> Optional.of(List.of(Message.user("s", "summary")))));

  private static RunRequest superseding(TestNode node, String text, String... texts) {
    String id =
        node.stores.threads().history(THREAD).stream()
            .filter(message -> message.text().equals(text))
            .findFirst()
            .orElseThrow()
            .id();
    return new RunRequest("a", THREAD, List.of(texts), TestNode.request("t", "").caller())
        .superseding(id);
  }

  private static RunRecord executed(TestNode node, RunRequest request) {
    RunId id = node.service.submit(request).runId();
    node.executeAll();
    return node.record(id);
  }

  private static List<String> asked(RecordingModel model) {
    return model.requests().getLast().messages().stream().map(Message::text).toList();
  }

  @Test
  void theModelReadsTheEditedMessageInstead() {
    var model =
        RecordingModel.turns(
            Script.builder().says("one"), Script.builder().says("two"), Script.builder().says("3"));
    var node = new TestNode(model, UnaryOperator.identity());
    node.run("t", "first");
    node.run("t", "secnod");

    executed(node, superseding(node, "secnod", "second"));

    assertThat(asked(model)).containsExactly("first", "one", "second");
    assertThat(node.stores.threads().history(THREAD))
        .extracting(Message::text)
        .containsExactly("first", "one", "second", "3");
  }

  @Test
  void theModelAnswersASupersededAnswerAnew() {
    var model =
        RecordingModel.turns(
            Script.builder().calls("echo", Map.of("value", "x")),
            Script.builder().says("one"),
            Script.builder().says("two"));
    var node = new TestNode(model, UnaryOperator.identity(), FunctionTool.answering("echo", "x"));
    node.run("t", "go");
    RunRequest again = superseding(node, "one");

    var run = executed(node, again);

    assertThat(run.finalOutput()).isEqualTo("two");
    assertThat(asked(model)).hasSize(3).startsWith("go").doesNotContain("one");
    assertThat(node.sinks.events())
        .filteredOn(AgentEvent.RunStart.class::isInstance)
        .last()
        .extracting(start -> ((AgentEvent.RunStart) start).supersedes())
        .isEqualTo(again.spec().supersedes());
  }

  @Test
  void callsOfTheNewAnswerHaveOtherIdsThanThoseThatAreSuperseded() {
    var model =
        RecordingModel.turns(
            Script.builder().calls("echo", Map.of("value", "x")),
            Script.builder().says("one"),
            Script.builder().calls("echo", Map.of("value", "x")),
            Script.builder().says("two"));
    var node = new TestNode(model, UnaryOperator.identity(), FunctionTool.answering("echo", "x"));
    node.run("t", "go");
    var before = callId(node);

    executed(node, superseding(node, "go", "go!"));

    assertThat(callId(node)).isNotEqualTo(before);
  }

  private static String callId(TestNode node) {
    return node.stores.threads().history(THREAD).stream()
        .flatMap(message -> message.toolCalls().stream())
        .map(ToolCall::id)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aReplacementOfSupersededMessagesIsNotRead() {
    var model = overflowing();
    var node = new TestNode(model, UnaryOperator.identity(), List.of(RECOVERY));
    node.run("t", "first");
    node.run("t", "second");

    executed(node, superseding(node, "two", "third"));
    assertThat(asked(model)).containsExactly("summary", "third");

    executed(node, superseding(node, "second", "2nd"));
    assertThat(asked(model)).containsExactly("first", "one", "2nd");
    executed(node, TestNode.request("t", "more"));
    assertThat(asked(model)).startsWith("first", "one", "2nd").endsWith("more");
  }

  @Test
  void neitherPluginsNorLaterRunsReadAStaleReplacement() {
    var clock = new SettableClock();
    var oneAttempt = new MailboxStore.Settings(Duration.ofSeconds(30), 1, "n1");
    var seenAtItsEnd = new ArrayList<String>();
    var watch =
        new TestPlugin(
            "watch",
            registrar ->
                registrar.onDeactivate(
                    context -> {
                      seenAtItsEnd.clear();
                      context.messages().forEach(message -> seenAtItsEnd.add(message.text()));
                      return null;
                    }));
    var model = overflowing();
    var node =
        new TestNode(
            RuntimeStores.of(new MemoryStores(clock, oneAttempt)),
            model,
            UnaryOperator.identity(),
            List.of(RECOVERY, watch));
    node.run("t", "first");
    node.run("t", "second");
    RunId lost = node.service.submit(superseding(node, "second", "2nd")).runId();
    clock.advance(Duration.ofHours(1));
    assertThat(node.stores.mailbox().leases().reclaimExpired(10)).isOne();

    node.relay.run();
    assertThat(node.record(lost).termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(seenAtItsEnd).containsExactly("first", "one", "2nd");

    executed(node, TestNode.request("t", "more"));
    assertThat(asked(model)).containsExactly("first", "one", "2nd", "more");
  }

  @Test
  void aReplacementStaysWhenOnlyLaterMessagesAreSuperseded() {
    var model =
        RecordingModel.turns(
            Script.builder().says("one"),
            Script.builder().says("another"),
            Script.builder().fails(InferenceException.Kind.CONTEXT_OVERFLOW),
            Script.builder().says("two"),
            Script.builder().says("three"),
            Script.builder().says("four"));
    var node = new TestNode(model, UnaryOperator.identity(), List.of(RECOVERY));
    node.run("t", "first");
    node.run("t", "second");

    executed(node, superseding(node, "another"));
    executed(node, TestNode.request("t", "more"));
    assertThat(asked(model)).containsExactly("summary", "two", "more");

    executed(node, superseding(node, "more", "less"));
    assertThat(asked(model)).containsExactly("summary", "two", "less");
  }

  private static RecordingModel overflowing() {
    return RecordingModel.turns(
        Script.builder().says("one"),
        Script.builder().fails(InferenceException.Kind.CONTEXT_OVERFLOW),
        Script.builder().says("two"),
        Script.builder().says("three"),
        Script.builder().says("four"));
  }

  @Test
  void aRequestWithoutAMessageNeedsOneThatCanBeAnswered() {
    var node = new TestNode(new RecordingModel(Script.builder().says("one")), a -> a);
    node.run("t", "first");
    RunRequest nothing = superseding(node, "first");

    assertThatThrownBy(() -> node.service.submit(nothing))
        .isInstanceOfSatisfying(
            RequestRefused.class,
            refused -> assertThat(refused.why().code()).isEqualTo(RefusalCode.NOTHING_TO_ANSWER));
    assertThat(node.stores.threads().history(THREAD)).hasSize(2);
  }

  @Test
  void queuedAndSteeringMessagesSupersedeNothing() {
    RunRequest request = TestNode.request("t", "x").superseding("m");
    for (SubmitMode mode : SubmitMode.values()) {
      if (mode == SubmitMode.INTERRUPT || mode == SubmitMode.REJECT) {
        assertThat(request.as(mode).spec().supersedes()).isEqualTo("m");
      } else {
        assertThatThrownBy(() -> request.as(mode)).isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void aRunningRunIsStoppedAndSuperseded() {
    var model = RecordingModel.turns(Script.builder().says("one"), Script.builder().says("two"));
    var node = new TestNode(model, UnaryOperator.identity());
    node.run("t", "first");
    RunId open = node.submit("t", "second");
    RunId edited = node.service.submit(superseding(node, "first", "1st")).runId();

    node.executeAll();
    node.starter.claimDue();
    node.executeAll();

    assertThat(node.record(open).termination()).isInstanceOf(TerminationReason.Cancelled.class);
    assertThat(node.record(edited).finalOutput()).isEqualTo("two");
    assertThat(asked(model)).containsExactly("1st");
  }
}
