package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.tasks.TasksPlugin;
import io.awaken.core.message.Message;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run that starts two tasks, and its tasks: a node dies before or behind each of their writes,
 * and another one continues. Each task is started once and told once.
 */
@Rows({1300, 1302})
class LostTaskOwnerTest {

  /** The writes of a run that awaits two tasks, and of these. */
  private static final int WRITES = 9;

  private static final Map<String, String> WORK = Map.of("agent_id", "a", "prompt", "find it");

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

  /** Its process dies with a write: it writes nothing from then on. */
  private static final class DyingCommit extends ForwardingCommit {
    private final AtomicInteger left;
    private final boolean written;

    DyingCommit(RunCommit behind, int nth, boolean written) {
      super(behind);
      this.left = new AtomicInteger(nth);
      this.written = written;
    }

    @Override
    public Fence commit(Fence fence, StepCommit step) {
      return dying(fence, () -> super.commit(fence, step));
    }

    @Override
    public boolean park(Fence fence, StepCommit last) {
      return dying(fence, () -> super.park(fence, last));
    }

    @Override
    public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
      return dying(fence, () -> super.finish(fence, last, outcome));
    }

    private <T> T dying(Fence fence, Supplier<T> write) {
      int before = left.getAndDecrement();
      T result = before > 1 || before == 1 && written ? write.get() : null;
      if (before <= 1) {
        throw new StaleFence(fence);
      }
      return result;
    }
  }

  static Stream<Arguments> deaths() {
    return IntStream.rangeClosed(1, WRITES)
        .boxed()
        .flatMap(
            nth ->
                Stream.of(true, false)
                    .flatMap(
                        awaits ->
                            Stream.of(
                                Arguments.of(nth, false, awaits),
                                Arguments.of(nth, true, awaits))));
  }

  @ParameterizedTest(name = "write {0}, written {1}, awaits {2}")
  @MethodSource("deaths")
  void eachTaskIsStartedOnceAndToldOnce(int nth, boolean written, boolean awaits) {
    RuntimeStores stores =
        RuntimeStores.of(
            new MemoryStores(now::get, new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1")));
    TestNode doomed =
        node(
            stores,
            awaits,
            ports -> with(ports, new DyingCommit(ports.stores().commits(), nth, written)));
    RunId id = doomed.submit("t", "hello");
    doomed.workOff();

    now.updateAndGet(time -> time.plusSeconds(60));
    stores.mailbox().leases().reclaimExpired(100);
    now.updateAndGet(time -> time.plusSeconds(60));
    TestNode next = node(stores, awaits, ports -> ports);
    next.workOff();

    assertThat(next.record(id).status()).isEqualTo(RunStatus.DONE);
    List<RunRecord> tasks = tasks(stores, id);
    assertThat(tasks).hasSize(2).extracting(RunRecord::finalOutput).containsOnly("Found.");
    List<String> told =
        stores.threads().history(new ThreadId("t")).stream()
            .map(Message::text)
            .filter(text -> text.startsWith("A background task has ended"))
            .toList();
    assertThat(told).hasSize(2);
    assertThat(tasks)
        .allSatisfy(
            task ->
                assertThat(told)
                    .filteredOn(text -> text.contains(task.runId().value()))
                    .hasSize(1));
  }

  private static List<RunRecord> tasks(RuntimeStores stores, RunId parent) {
    var filter = new RunQuery.Filter(Caller.ANONYMOUS.tenant(), null, null, null, null, parent);
    return stores.runs().list(new RunQuery(filter, null, 0, 10)).items();
  }

  private static LoopPorts with(LoopPorts ports, RunCommit commits) {
    RunStores from = ports.stores();
    return new LoopPorts(
        new RunStores(
            from.threads(),
            from.runs(),
            from.suspensions(),
            from.log(),
            commits,
            from.tools(),
            from.profile(),
            from.documents(),
            from.outbox()),
        ports.sinks(),
        ports.settings());
  }

  private static TestNode node(
      RuntimeStores stores, boolean awaits, UnaryOperator<LoopPorts> ports) {
    return new TestNode(
        stores, ports, model(), spec -> agent(spec, awaits), List.of(new TasksPlugin()));
  }

  private static AgentSpec agent(AgentSpec spec, boolean awaits) {
    return spec.toBuilder()
        .plugins(TasksPlugin.NAME)
        .section(
            "tasks",
            JsonNodeFactory.instance
                .objectNode()
                .put("await", awaits)
                .set("agents", JsonNodeFactory.instance.arrayNode().add("a")))
        .build();
  }

  /** A task finds; any other run starts two tasks and thanks for their ends. */
  private static LlmExecutor model() {
    return (request, listener, cancellation) -> {
      List<Message> messages = request.messages();
      ScriptBuilder says =
          messages.getFirst().text().equals("find it")
              ? Script.builder().says("Found.")
              : messages.size() == 1
                  ? Script.builder().calls("spawn_task", WORK).andCalls("spawn_task", WORK)
                  : Script.builder().says("Thanks.");
      return new ScriptedModel(says.repeating().build()).execute(request, listener, cancellation);
    };
  }
}
