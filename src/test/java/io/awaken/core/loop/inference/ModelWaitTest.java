package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.stop.StopConditionPlugin;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.job.LeaseStore.NackResult;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.fixture.Failures;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A wait of more than 10 s for a model occupies no thread and survives failures. */
@Rows(1012)
@Failures("F34")
class ModelWaitTest {

  private static final Duration LEASE = Duration.ofSeconds(30);

  private static final JsonNode TIMEOUT =
      JsonNodeFactory.instance.objectNode().put("type", "timeout").put("seconds", 150);

  private final SettableClock clock = new SettableClock();
  private final RuntimeStores stores =
      RuntimeStores.of(new MemoryStores(clock, new MailboxStore.Settings(LEASE, 5, "n1")));

  /** Seconds that the next calls require; then the model answers. */
  private final Deque<Integer> asks = new ArrayDeque<>();

  private LlmExecutor model = saying("done");
  private int calls;

  private static LlmExecutor saying(String text) {
    return new ScriptedModel(Script.builder().says(text).build());
  }

  private LlmExecutor patient() {
    return (request, listener, token) -> {
      calls++;
      Integer seconds = asks.poll();
      if (seconds != null) {
        throw new InferenceException(
            InferenceException.Kind.RATE_LIMITED, "slow", Duration.ofSeconds(seconds), null);
      }
      return model.execute(request, listener, token);
    };
  }

  private TestNode node(RuntimeStores on) {
    return new TestNode(on, patient(), ModelWaitTest::retrying, FunctionTool.answering("look", "x"))
        .by(clock);
  }

  private TestNode nodeStoppedBy(JsonNode condition) {
    return new TestNode(
            stores,
            patient(),
            plain -> retrying(plain).toBuilder().stopConditions(List.of(condition)).build(),
            List.of(new StopConditionPlugin(clock)),
            FunctionTool.answering("look", "x"))
        .by(clock);
  }

  private static AgentSpec retrying(AgentSpec plain) {
    return AgentSpec.builder("a", "m")
        .section("retry", JsonNodeFactory.instance.objectNode().put("jitter", 0))
        .build();
  }

  private static List<JsonNode> waits(TestNode node) {
    return node.sinks.events().stream()
        .filter(AgentEvent.ActivitySnapshot.class::isInstance)
        .map(AgentEvent.ActivitySnapshot.class::cast)
        .filter(activity -> activity.activityType().equals(ModelWaits.ACTIVITY))
        .map(AgentEvent.ActivitySnapshot::content)
        .toList();
  }

  private void assertWaits(TestNode node, RunId run) {
    assertThat(node.record(run).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(node.live.count()).isZero();
    assertThat(node.starter.claimDue()).isZero();
  }

  private void goesOnAfter(TestNode node, Duration time) {
    clock.advance(time);
    assertThat(node.starter.claimDue()).isEqualTo(1);
    node.executeAll();
  }

  @Test
  void aWaitingRunIsReleasedUntilItsDueTimeWhichIsPublished() {
    asks.add(60);
    var node = node(stores);

    RunId run = node.run("t", "go").runId();

    assertWaits(node, run);
    assertThat(waits(node))
        .singleElement()
        .satisfies(
            wait -> {
              assertThat(wait.path("status").asText()).isEqualTo("waiting");
              assertThat(wait.path("reason").asText()).isEqualTo("rate_limited");
              assertThat(wait.path("until").asText())
                  .isEqualTo(clock.instant().plusSeconds(60).toString());
            });
    clock.advance(Duration.ofSeconds(59));
    assertWaits(node, run);
    goesOnAfter(node, Duration.ofSeconds(1));
    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(node.record(run).finalOutput()).isEqualTo("done");
    assertThat(node.record(run).steps()).isEqualTo(1);
    assertThat(waits(node))
        .last()
        .extracting(last -> last.path("status").asText())
        .isEqualTo("over");
    assertThat(calls).isEqualTo(2);
  }

  @Test
  void manyWaitsCostTheRunNoAttemptAndEndWithTheMaximum() {
    for (int i = 0; i < 20; i++) {
      asks.add(60);
    }
    var node = node(stores);
    RunId run = node.run("t", "go").runId();
    for (int i = 1; i < 15; i++) {
      assertWaits(node, run);
      goesOnAfter(node, Duration.ofSeconds(60));
    }
    assertWaits(node, run);

    goesOnAfter(node, Duration.ofSeconds(60));

    assertThat(node.record(run).termination())
        .isEqualTo(
            new TerminationReason.Error(
                "the model provider limits the rate of requests (rate_limited)"));
  }

  @Test
  void eachModelCallMayWaitAsLongAgain() {
    asks.addAll(List.of(600));
    model = new ScriptedModel(Script.builder().calls("look", Map.of()).says("at last").build());
    var node = node(stores);
    RunId run = node.run("t", "go").runId();
    // The step after the answer requires another wait.
    node.sinks.whenPublished(
        event -> {
          if (event instanceof AgentEvent.ToolCallDone) {
            asks.add(600);
          }
        });

    goesOnAfter(node, Duration.ofSeconds(600));
    assertWaits(node, run);
    goesOnAfter(node, Duration.ofSeconds(600));

    assertThat(node.record(run).finalOutput()).isEqualTo("at last");
    assertThat(node.record(run).steps()).isEqualTo(2);
  }

  @Test
  void anotherNodeContinuesTheRunWithTheTimeItHasWaited() {
    asks.addAll(List.of(600, 400));
    RunId run = node(stores).run("t", "go").runId();
    var other = node(stores);

    goesOnAfter(other, Duration.ofSeconds(600));

    assertThat(other.record(run).termination()).isInstanceOf(TerminationReason.Error.class);
  }

  @Test
  void aRunEndsRatherThanWaitBeyondTheTimeThatItsAgentGivesIt() {
    asks.addAll(List.of(60, 60, 31));
    var node = nodeStoppedBy(TIMEOUT);
    RunId run = node.run("t", "go").runId();
    assertWaits(node, run);
    goesOnAfter(node, Duration.ofSeconds(60));
    assertWaits(node, run);

    goesOnAfter(nodeStoppedBy(TIMEOUT), Duration.ofSeconds(60));

    assertThat(node.record(run).termination())
        .as("its time would be up a second before the wait is over")
        .isEqualTo(
            new TerminationReason.Error(
                "the model provider limits the rate of requests (rate_limited)"));
    assertThat(calls).isEqualTo(3);
  }

  @Test
  void waitsAreTimeOfTheRunWhoseAgentLimitsIt() {
    asks.addAll(List.of(60, 60, 30));
    model = new ScriptedModel(Script.builder().calls("look", Map.of()).says("never").build());
    var node = nodeStoppedBy(TIMEOUT);
    RunId run = node.run("t", "go").runId();
    node.sinks.whenPublished(
        event -> {
          if (event instanceof AgentEvent.ToolCallDone) {
            clock.advance(Duration.ofMillis(1));
          }
        });
    goesOnAfter(node, Duration.ofSeconds(60));
    goesOnAfter(node, Duration.ofSeconds(60));
    assertWaits(node, run);

    goesOnAfter(node, Duration.ofSeconds(30));

    assertThat(node.record(run).termination())
        .isEqualTo(
            TerminationReason.Stopped.of("timeout", "the run took 150001 ms, the limit is 150000"));
  }

  @Test
  void aWaitingRunIsCancelledAtOnce() {
    asks.add(60);
    var node = node(stores);
    RunId run = node.run("t", "go").runId();

    assertThat(node.canceller.cancel(run, Caller.ANONYMOUS)).isEqualTo(CancelResult.ENDED);

    assertThat(node.record(run).termination()).isEqualTo(new TerminationReason.Cancelled());
    clock.advance(Duration.ofSeconds(61));
    assertThat(node.starter.claimDue()).isZero();
  }

  @Test
  void committedStepsBeforeAWaitAreNotRepeated() {
    model = new ScriptedModel(Script.builder().calls("look", Map.of()).says("at last").build());
    var node = node(stores);
    node.sinks.whenPublished(
        event -> {
          if (event instanceof AgentEvent.ToolCallDone) {
            asks.add(60);
          }
        });
    RunId run = node.run("t", "go").runId();
    assertWaits(node, run);

    goesOnAfter(node, Duration.ofSeconds(60));

    assertThat(stores.threads().history(new ThreadId("t"))).hasSize(4);
    assertThat(node.sinks.outline()).filteredOn("ToolCallDone"::equals).hasSize(1);
  }

  @Test
  void aNodeThatDiesBetweenItsCommitAndTheHandOverLosesNothing() {
    asks.add(600);
    var dying = node(stores.with(new Dying(stores.mailbox()).ports()));
    RunId run = dying.run("t", "go").runId();
    var other = node(stores);
    clock.advance(LEASE.plusSeconds(1));
    assertThat(other.stores.mailbox().leases().reclaimExpired(10)).isEqualTo(1);
    asks.add(890);

    goesOnAfter(other, Duration.ZERO);
    assertThat(other.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(other.record(run).termination())
        .as("it counts the wait before the node died")
        .isInstanceOf(TerminationReason.Error.class);
  }

  /** Releases nothing, like a dead node. */
  private static final class Dying extends ForwardingMailbox {

    Dying(MailboxStore behind) {
      super(behind);
    }

    @Override
    public Optional<Duration> release(Fence fence, Duration wait) {
      throw new IllegalStateException("killed");
    }

    @Override
    public NackResult nack(Fence fence, String error, boolean permanent) {
      throw new IllegalStateException("killed");
    }
  }
}
