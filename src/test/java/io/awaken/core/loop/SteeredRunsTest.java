package io.awaken.core.loop;

import static io.awaken.core.message.Role.ASSISTANT;
import static io.awaken.core.message.Role.TOOL;
import static io.awaken.core.message.Role.USER;
import static io.awaken.core.spec.ToolExecutionMode.PARALLEL_STREAMING;
import static io.awaken.core.suspension.DecisionAction.RESUME;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.commit.SubmitMode;
import io.awaken.core.message.Message;
import io.awaken.core.plugin.PhaseContext;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.runtime.RuntimeStores;
import io.awaken.core.state.Phase;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages for runs that have begun, at the moments at which a run waits or ends. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SteeredRunsTest {

  private static final ThreadId THREAD = new ThreadId("t");
  private static final String SAID = "in euros";

  private final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());

  @Test
  void aMessageForARunThatWaitsDoesNotKeepItFromWaitingAgain() {
    var run = waitsAgain();

    assertThat(run.record().status()).isEqualTo(RunStatus.WAITING);
    assertThat(run.calls()).isEqualTo("a=succeeded b=suspended c=succeeded");
    assertThat(run.questions()).isEqualTo("a=consumed b=open");
    assertThat(run.told())
        .isEqualTo("a:suspended b:suspended c:succeeded waits a:resumed a:succeeded waits");
  }

  @Test
  void aMessageForARunThatWaitsIsReadBeforeTheModelIsAskedAgain() {
    var run = waitsAgain();

    run.decide("b", RESUME);
    run.goOn();

    // The script begins anew with each message of a person; what comes after does not matter here.
    List<Message> history = stores.threads().history(THREAD);
    assertThat(history)
        .extracting(Message::role)
        .as("it does not part the results of a step from its calls")
        .startsWith(USER, ASSISTANT, TOOL, TOOL, TOOL, USER, ASSISTANT);
    assertThat(history.get(5).text()).isEqualTo(SAID);
  }

  private AskedRun waitsAgain() {
    var run = new AskedRun(stores, PARALLEL_STREAMING, List.of("a", "b"), ticket -> ticket).start();
    steer(run.node());
    run.decide("a", RESUME);
    return run.goOn();
  }

  @Test
  void aMessageIsNotLostAgainstTheEndingOfARunThatAHookAnswered() {
    Plugin cache =
        new TestPlugin("cache", r -> r.beforeAgent(context -> Optional.of("from the cache")));
    var node = new TestNode(stores, model(), agent -> agent, List.of(cache));
    steerOnceAt(Phase.RUN_END, node);

    RunId run = execute(node);

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(timesSaid()).isEqualTo(1);
  }

  @Test
  void aMessageIsNotLostAgainstTheEndingOfARun() {
    var node = new TestNode(stores, model(), agent -> agent);
    steerOnceAt(Phase.RUN_END, node);

    RunId run = execute(node);

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(timesSaid()).isEqualTo(1);
  }

  @Test
  void aRunToWhichSomethingIsSaidWhileItEndsGoesOnAndEndsAgain() {
    var node = new TestNode(stores, model(), agent -> agent);
    steerOnceAt(Phase.RUN_END, node);

    RunId run = execute(node);

    List<Phase> phases =
        node.phases.stream()
            .filter(context -> context.run().runId().equals(run))
            .map(PhaseContext::phase)
            .toList();
    assertThat(phases).containsOnlyOnce(Phase.RUN_START);
    assertThat(phases).filteredOn(Phase.RUN_END::equals).hasSize(2);
    assertThat(phases.getLast()).isEqualTo(Phase.RUN_END);
  }

  private static RunId execute(TestNode node) {
    RunId run = node.submit(THREAD.value(), "go");
    node.executeAll();
    node.mailbox.claimDue();
    node.executeAll();
    return run;
  }

  private static void steerOnceAt(Phase phase, TestNode node) {
    var said = new AtomicBoolean();
    node.whenEntering(
        phase,
        () -> {
          if (said.compareAndSet(false, true)) {
            steer(node);
          }
        });
  }

  private static void steer(TestNode node) {
    node.submitter.submit(TestNode.request(THREAD.value(), SAID).as(SubmitMode.STEER));
  }

  private long timesSaid() {
    return stores.threads().history(THREAD).stream()
        .filter(message -> message.role() == USER && message.text().equals(SAID))
        .count();
  }

  private static RecordingModel model() {
    return new RecordingModel(Script.builder().says("one").says("two"));
  }
}
