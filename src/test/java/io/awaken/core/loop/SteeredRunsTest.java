package io.awaken.core.loop;

import static io.awaken.core.message.Role.ASSISTANT;
import static io.awaken.core.message.Role.TOOL;
import static io.awaken.core.message.Role.USER;
import static io.awaken.core.spec.ToolExecutionMode.PARALLEL_STREAMING;
import static io.awaken.core.suspension.DecisionAction.RESUME;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages for running runs, while a run waits or ends. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Rows(173)
class SteeredRunsTest {

  private static final ThreadId THREAD = new ThreadId("t");
  private static final String STEERED = "in euros";

  private final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());

  @Test
  void aMessageForAWaitingRunLetsItWaitAgain() {
    var run = waitsAgain();

    assertThat(run.record().status()).isEqualTo(RunStatus.WAITING);
    assertThat(run.calls()).isEqualTo("a=succeeded b=suspended c=succeeded");
    assertThat(run.questions()).isEqualTo("a=consumed b=open");
    assertThat(run.published())
        .isEqualTo("a:suspended b:suspended c:succeeded waits a:resumed a:succeeded waits");
  }

  @Test
  void aMessageForAWaitingRunIsReadBeforeTheNextModelCall() {
    var run = waitsAgain();

    run.decide("b", RESUME);
    run.goOn();

    List<Message> history = stores.threads().history(THREAD);
    assertThat(history)
        .extracting(Message::role)
        .as("it does not part the results of a step from its calls")
        .containsExactly(USER, ASSISTANT, TOOL, TOOL, TOOL, USER, ASSISTANT);
    assertThat(history.get(5).text()).isEqualTo(STEERED);
    assertThat(history.get(5).metadata().runId())
        .as("readers can distinguish it from messages of others")
        .isEqualTo(run.record().runId().value());
  }

  @Test
  void aMessageForARunWhoseNodeDiedEarlyIsReadBeforeTheModelCall() {
    var clock = new SettableClock();
    RuntimeStores shared = RuntimeStores.inMemory(clock);
    var died = new TestNode(shared, model(), agent -> agent);
    RunId run = died.submit(THREAD.value(), "go");
    steer(died);
    clock.advance(RuntimeStores.LEASE.plusMillis(1));
    shared.mailbox().leases().reclaimExpired(1);

    var model = model();
    var node = new TestNode(shared, model, agent -> agent);
    node.starter.claimDue();
    node.executeAll();

    assertThat(model.requests().getFirst().messages())
        .extracting(Message::text)
        .contains("go", STEERED);
    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
  }

  private AskedRun waitsAgain() {
    var run = new AskedRun(stores, PARALLEL_STREAMING, List.of("a", "b"), ticket -> ticket).start();
    steer(run.node());
    run.decide("a", RESUME);
    return run.goOn();
  }

  @Test
  void aMessageIsNotLostWhenAHookAnswersTheRun() {
    Plugin cache =
        new TestPlugin("cache", r -> r.beforeAgent(context -> Optional.of("from the cache")));
    assertReadWhenSaidAt(Phase.RUN_END, node(cache));
  }

  @ParameterizedTest
  @EnumSource(names = {"AFTER_INFERENCE", "STEP_END", "RUN_END"})
  void aMessageIsNotLostWhenTheRunEnds(Phase when) {
    assertReadWhenSaidAt(when, node());
  }

  @ParameterizedTest
  @EnumSource(names = {"AFTER_TOOL_EXECUTE", "STEP_END", "RUN_END"})
  void aMessageIsNotLostWhenALimitEndsTheRun(Phase when) {
    var script = Script.builder().calls("echo", Map.of("value", "x")).says("done");
    var node =
        new TestNode(
            stores,
            new RecordingModel(script),
            agent -> agent.toBuilder().maxRounds(1).build(),
            FunctionTool.answering("echo", "42"));
    assertReadWhenSaidAt(when, node);
  }

  @ParameterizedTest
  @EnumSource(names = {"AFTER_INFERENCE", "STEP_END", "RUN_END"})
  void aMessageIsNotLostWhenAPluginEndsTheRun(Phase when) {
    Plugin stopping =
        new TestPlugin(
            "stopping",
            r ->
                r.registerPhaseHook(
                    Phase.AFTER_INFERENCE,
                    context ->
                        StateCommand.none()
                            .update(
                                RuntimeKeys.RUN_LIFECYCLE,
                                new TerminationReason.BehaviorRequested())));
    assertReadWhenSaidAt(when, node(stopping));
  }

  @ParameterizedTest
  @EnumSource(names = {"AFTER_INFERENCE", "STEP_END", "RUN_END"})
  void aRunEndsOnceAlthoughAMessageArrivesDuringItsEnding(Phase when) {
    var node = node();
    RunId run = executeSteeredAt(when, node);

    List<Phase> phases =
        node.phases.stream()
            .filter(context -> context.run().runId().equals(run))
            .map(PhaseContext::phase)
            .toList();
    assertThat(phases).containsOnlyOnce(Phase.RUN_START).containsOnlyOnce(Phase.RUN_END);
    assertThat(phases.getLast()).isEqualTo(Phase.RUN_END);
  }

  @Test
  void answersPublishedBeforeAFailedEndingAreInTheHistory() {
    Plugin polite =
        new TestPlugin("polite", r -> r.afterAgent((context, summary) -> Optional.of("bye")));
    var node = node(polite);
    executeSteeredAt(Phase.RUN_END, node);

    List<String> published =
        node.sinks.events().stream()
            .filter(AgentEvent.TextDelta.class::isInstance)
            .map(event -> ((AgentEvent.TextDelta) event).delta())
            .toList();
    assertThat(stores.threads().history(THREAD))
        .filteredOn(message -> message.role() == ASSISTANT)
        .extracting(Message::text)
        .containsExactlyElementsOf(published);
  }

  private TestNode node(Plugin... plugins) {
    return new TestNode(stores, model(), agent -> agent, List.of(plugins));
  }

  private void assertReadWhenSaidAt(Phase when, TestNode node) {
    RunId run = executeSteeredAt(when, node);

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(timesSaid()).isEqualTo(1);
  }

  private static RunId executeSteeredAt(Phase when, TestNode node) {
    steerOnceAt(when, node);
    RunId run = node.submit(THREAD.value(), "go");
    node.executeAll();
    node.starter.claimDue();
    node.executeAll();
    return run;
  }

  private static void steerOnceAt(Phase phase, TestNode node) {
    var sent = new AtomicBoolean();
    node.whenEntering(
        phase,
        () -> {
          if (sent.compareAndSet(false, true)) {
            steer(node);
          }
        });
  }

  private static void steer(TestNode node) {
    node.service.submit(TestNode.request(THREAD.value(), STEERED).as(SubmitMode.STEER));
  }

  private long timesSaid() {
    return stores.threads().history(THREAD).stream()
        .filter(message -> message.role() == USER && message.text().equals(STEERED))
        .count();
  }

  private static RecordingModel model() {
    return new RecordingModel(Script.builder().says("one").says("two"));
  }
}
