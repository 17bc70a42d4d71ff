package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Segment;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.StopReason;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.plugin.hook.ToolPolicyDecision;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of ending: its reason and the order of its events. */
class RunEndsTest {

  private static final ScriptBuilder CALLS = Script.builder().calls("echo", Map.of("value", "x"));
  private static final ScriptBuilder ANSWERS = Script.builder().says("done");

  /** Endings with the name of the reason. */
  enum End {
    BY_ITSELF("NaturalEnd", EndedRun::run),
    AFTER_A_FOLLOW_UP(
        "NaturalEnd",
        run -> run.with(r -> r.followUpSource(context -> once(context.step()))).run()),
    WANTED_BY_A_HOOK(
        "BehaviorRequested",
        run ->
            run.with(
                    r ->
                        r.registerPhaseHook(
                            Phase.BEFORE_INFERENCE,
                            context ->
                                StateCommand.none()
                                    .update(
                                        RuntimeKeys.RUN_LIFECYCLE,
                                        new TerminationReason.BehaviorRequested())))
                .run()),
    VOTED_FOR(
        "BehaviorRequested",
        run -> run.with(r -> r.afterTool((c, call, x) -> AfterTool.Decision.vote(true))).run()),
    OUT_OF_ROUNDS("Stopped", run -> run.of(agent -> agent.toBuilder().maxRounds(1).build()).run()),
    CUT_OFF(
        "Stopped",
        run -> run.saying(Script.builder().says("one").andStops(StopReason.MAX_TOKENS)).run()),
    BLOCKED(
        "Blocked",
        run -> run.with(r -> r.registerToolPolicyHook(c -> ToolPolicyDecision.deny("no"))).run()),
    FAILED_BY_ITS_MODEL(
        "Error",
        run ->
            run.saying(Script.builder().says("half").andFails(InferenceException.Kind.PROVIDER))
                .run()),
    BROKEN_BY_A_PLUGIN(
        "Error",
        run ->
            run.with(
                    r ->
                        r.registerPhaseHook(
                            Phase.AFTER_INFERENCE,
                            context -> {
                              throw new IllegalStateException("broken");
                            }))
                .run()),
    CANCELLED_AT_WORK("Cancelled", run -> run.when(EndedRun::cancel).run()),
    CANCELLED_WHILE_IT_WAITS("Cancelled", run -> run.asked().run().cancel()),
    INTERRUPTED_WHILE_IT_WAITS("Cancelled", run -> run.asked().run().interrupt()),
    CANCELLED_IN_THE_QUEUE("Cancelled", run -> run.enqueue().cancel()),
    INTERRUPTED_IN_THE_QUEUE("Cancelled", run -> run.enqueue().interrupt()),
    DEAD_LETTERED("Error", run -> run.when(EndedRun::bury).run()),
    NEVER_OPENED("Error", run -> run.of(agent -> agent.toBuilder().plugins("gone").build()).run()),
    WAITING("Suspended", run -> run.asked().run());

    private final String reason;
    private final Consumer<EndedRun> way;

    End(String reason, Consumer<EndedRun> way) {
      this.reason = reason;
      this.way = way;
    }

    private static List<Message> once(int step) {
      return step > 2 ? List.of() : List.of(Message.user("more"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rows(129)
  void aParkedRunIsWaitingAndAnEndedOneIsDoneWithAReason(End end) {
    var ended = new EndedRun();

    end.way.accept(ended);

    RunRecord run = ended.record();
    TerminationReason published =
        ended.events().getLast() instanceof AgentEvent.RunFinish finish
            ? finish.termination()
            : null;
    assertThat(published.getClass().getSimpleName()).isEqualTo(end.reason);
    if (end == End.WAITING) {
      assertThat(run.status()).isEqualTo(RunStatus.WAITING);
      assertThat(run.termination()).isNull();
    } else {
      assertThat(run.status()).isEqualTo(RunStatus.DONE);
      assertThat(run.termination()).isEqualTo(published);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rows(139)
  void itsEventsAreInOrderHoweverItEnds(End end) {
    var ended = new EndedRun();

    end.way.accept(ended);

    List<AgentEvent> events = ended.events();
    assertThat(events.getFirst()).isInstanceOf(AgentEvent.RunStart.class);
    assertThat(events).filteredOn(AgentEvent.RunStart.class::isInstance).hasSize(1);
    assertThat(events.getLast()).isInstanceOf(AgentEvent.RunFinish.class);
    assertThat(events)
        .filteredOn(
            event ->
                event instanceof AgentEvent.RunFinish finish
                    && !(finish.termination() instanceof TerminationReason.Suspended))
        .hasSize(end == End.WAITING ? 0 : 1);
    int open = 0;
    var started = new HashSet<String>();
    for (AgentEvent event : events) {
      switch (event) {
        case AgentEvent.StepStart start -> assertThat(++open).isOne();
        case AgentEvent.StepEnd over -> assertThat(--open).isZero();
        case AgentEvent.ToolCallStart call -> assertThat(started.add(call.id())).isTrue();
        case AgentEvent.ToolCallDone call -> assertThat(started).contains(call.id());
        default -> {}
      }
    }
    // A waiting run continues its step.
    assertThat(open).isEqualTo(end == End.WAITING ? 1 : 0);
  }

  /** A run before its ending. */
  private static final class EndedRun {
    private UnaryOperator<AgentSpec> agent = UnaryOperator.identity();
    private Consumer<PluginRegistrar> parts = r -> {};
    private Consumer<EndedRun> atWork = run -> {};
    private final SettableClock clock = new SettableClock();
    private RecordingModel model = RecordingModel.turns(CALLS, ANSWERS);
    private TestNode node;
    private RunId id;

    EndedRun of(UnaryOperator<AgentSpec> other) {
      agent = other;
      return this;
    }

    EndedRun with(Consumer<PluginRegistrar> more) {
      parts = more;
      return this;
    }

    EndedRun saying(ScriptBuilder turn) {
      model = RecordingModel.turns(turn);
      return this;
    }

    /** During its tool. */
    EndedRun when(Consumer<EndedRun> happens) {
      atWork = happens;
      return this;
    }

    EndedRun asked() {
      return with(
          r ->
              r.registerToolGateHook(
                  c ->
                      Optional.of(
                          new ToolIntercept.Suspend(SuspendTicket.approval("may:it", "May it?")))));
    }

    private TestNode node() {
      Plugin plugin = new TestPlugin("p", parts);
      var one = new MailboxStore.Settings(Duration.ofSeconds(30), 1, "n1");
      return new TestNode(
          RuntimeStores.of(new MemoryStores(clock, one)),
          model,
          agent,
          List.of(plugin),
          new FunctionTool(
              "echo",
              (arguments, context) -> {
                id = context.run().runId();
                atWork.accept(this);
                return ToolResult.success("echo", arguments.get("value"));
              }));
    }

    EndedRun run() {
      node = node();
      id = node.unchecked().submit(TestNode.request("t", "go")).runId();
      node.executeAll();
      return this;
    }

    EndedRun enqueue() {
      node = node();
      id = node.enqueue(TestNode.request("t", "go")).runId();
      return this;
    }

    EndedRun cancel() {
      node.canceller.cancel(id, Caller.ANONYMOUS);
      return this;
    }

    EndedRun interrupt() {
      node.interrupter.interrupt(new ThreadId("t"), Caller.ANONYMOUS);
      return this;
    }

    /** Its owner's lease expires, and it has only one attempt. */
    void bury() {
      clock.advance(Duration.ofHours(1));
      assertThat(node.stores.mailbox().leases().reclaimExpired(10)).isOne();
    }

    RunRecord record() {
      return node.record(id);
    }

    List<AgentEvent> events() {
      return node.stores.log().read(id, 0, 1_000).stream()
          .map(Segment::entries)
          .flatMap(List::stream)
          .map(Segment.Entry::event)
          .toList();
    }
  }
}
