package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.contract.Stores;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Codec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.RestorePolicy;
import io.awaken.core.state.StateChanges;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.UnknownKeyPolicy;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.thread.ThreadStore.StoredState;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.CountingPlugin;
import io.awaken.fixture.DyingCommit;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The state that a run reads and leaves. */
@Rows(43)
class RunStateTest {

  private static final UnaryOperator<AgentSpec> PLAIN = UnaryOperator.identity();

  private final SettableClock clock = new SettableClock();
  private final MemoryStores memory = new MemoryStores(clock, Stores.SETTINGS);
  private final CountingPlugin count = new CountingPlugin();

  private static ScriptedModel model(ScriptBuilder script) {
    return new ScriptedModel(script.build());
  }

  private static ScriptBuilder oneCall() {
    return Script.builder().calls("echo", Map.of("value", "x")).says("done").repeating();
  }

  private TestNode node(ScriptBuilder script, Plugin... plugins) {
    return node(memory.runCommit(), script, List.of(plugins));
  }

  private TestNode node(RunCommit commits, ScriptBuilder script, List<Plugin> plugins) {
    return new TestNode(
        stores(commits), model(script), PLAIN, plugins, FunctionTool.answering("echo", "42"));
  }

  private RuntimeStores stores(RunCommit commits) {
    return RuntimeStores.of(memory).with(commits);
  }

  private StoredState stored(RunId run) {
    return memory.threads().state(new ThreadId("t"), run);
  }

  private int threadCount(RunId run) {
    return stored(run).thread().extensions().get("count.thread").intValue();
  }

  @Test
  void theThreadsCountSurvivesToTheNextRunAndTheRunsDoesNot() {
    var node = node(oneCall(), count);

    var first = node.run("t", "go");
    node.run("t", "again");

    assertThat(count.ofRun()).containsExactly(11, 12, 11, 12);
    assertThat(count.ofThread()).containsExactly(11, 12, 23, 24);
    assertThat(stored(first.runId()).run().extensions()).isEmpty();
    assertThat(threadCount(first.runId())).isEqualTo(24);
  }

  @Test
  void anotherThreadBeginsAnew() {
    var node = node(oneCall(), count);

    node.run("t", "go");
    node.run("u", "go");

    assertThat(count.ofThread()).containsExactly(11, 12, 11, 12);
  }

  @Test
  void aRunContinuesAfterACrashFromTheStateOfItsLastCommit() {
    var crashing = node(new DyingCommit(memory.runCommit(), 2), oneCall(), List.of(count));
    RunId id;
    try (var log = new CapturedLog("io.awaken.core.mailbox.FailedRuns")) {
      id = crashing.submit("t", "go");
      crashing.executeAll();
      assertThat(log.warnings()).hasSize(1);
    }
    assertThat(count.ofRun()).containsExactly(11);
    assertThat(stored(id).run().extensions().get("count.run").intValue()).isEqualTo(1);

    clock.advance(Stores.SETTINGS.lease().plusMillis(1));
    memory.mailbox().leases().reclaimExpired(10);
    var later = new CountingPlugin();
    var second = node(oneCall(), later);
    second.starter.claimDue();
    second.executeAll();

    assertThat(second.record(id).finalOutput()).isEqualTo("done");
    assertThat(later.ofRun()).containsExactly(11, 12);
    assertThat(later.ofThread()).containsExactly(11, 12);
    assertThat(stored(id).run().extensions()).isEmpty();
    assertThat(threadCount(id)).isEqualTo(12);
  }

  @Test
  void aHandedOverRunContinuesWithItsState() {
    var first = node(oneCall(), count);
    var id = first.submit("t", "go");
    first.whenEntering(Phase.STEP_END, () -> first.mailbox.drain(Duration.ZERO, Duration.ZERO));
    first.executeAll();
    assertThat(stored(id).run().extensions().get("count.run").intValue()).isEqualTo(11);

    var later = new CountingPlugin();
    var second = node(oneCall(), later);
    second.starter.claimDue();
    second.executeAll();

    assertThat(second.record(id).finalOutput()).isEqualTo("done");
    assertThat(later.ofRun()).containsExactly(12);
  }

  @Test
  void aFailedRunKeepsTheStateCommittedToItsThread() {
    var node = node(Script.builder().fails(InferenceException.Kind.PROVIDER), count);

    var run = node.run("t", "go");

    assertThat(run.termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(threadCount(run.runId())).isEqualTo(1);
    assertThat(stored(run.runId()).run().extensions()).isEmpty();
  }

  @Test
  void aCancelledRunKeepsTheStateCommittedToItsThread() {
    var node = node(oneCall(), count);
    var id = node.submit("t", "go");
    node.whenEntering(Phase.BEFORE_TOOL_EXECUTE, () -> node.canceller.cancel(id, Caller.ANONYMOUS));

    node.executeAll();

    assertThat(node.record(id).termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(threadCount(id)).isEqualTo(1);
    assertThat(stored(id).run().extensions()).isEmpty();
  }

  @Test
  @Rows(52)
  void valuesOfAMissingPluginRemainForTheNextRunWithIt() {
    node(oneCall(), count).run("t", "go");
    var without = node(oneCall()).run("t", "go");
    var again = new CountingPlugin();
    node(oneCall(), again).run("t", "go");

    assertThat(without.finalOutput()).isEqualTo("done");
    assertThat(again.ofThread()).containsExactly(23, 24);
  }

  @Test
  @Rows(52)
  void aRunWhoseStateCannotBeReadEndsNamingTheKey() {
    node(oneCall(), count).run("t", "go");
    var node = node(oneCall(), new Renamed());

    var run = node.run("t", "again");

    String problem =
        "the stored value of state key count.thread cannot be read: MismatchedInputException";
    assertThat(run.termination()).isEqualTo(new TerminationReason.Error(problem));
    assertThat(node.sinks.events()).contains(new AgentEvent.Error(problem, "state_unreadable"));
    assertThat(node.sinks.closed()).containsExactly(true);
    assertThat(node.run("u", "go").finalOutput()).isEqualTo("done");
    assertThat(threadCount(run.runId())).isEqualTo(12);
  }

  @Test
  @Rows(52)
  void aRuntimeMayIgnoreUnreadableState() {
    node(oneCall(), count).run("t", "go");
    var node =
        new TestNode(
            stores(memory.runCommit()),
            TestNode.restoring(RestorePolicy.always(UnknownKeyPolicy.SKIP)),
            model(oneCall()),
            PLAIN,
            List.of(new Renamed()),
            FunctionTool.answering("echo", "42"));

    try (var log = new CapturedLog("io.awaken.core.state.StoredValues")) {
      assertThat(node.run("t", "again").finalOutput()).isEqualTo("done");
      assertThat(log.warnings()).singleElement().asString().contains("count.thread");
    }
  }

  @ParameterizedTest
  @Rows(53)
  @EnumSource(
      value = Phase.class,
      names = {"STEP_START", "AFTER_TOOL_EXECUTE", "RUN_END"})
  void aValueThatCannotBeStoredEndsTheRunNamingItsKey(Phase when) {
    var node = node(oneCall(), count, new Opaque(when));

    TerminationReason why;
    try (var log = new CapturedLog(AgentLoop.class)) {
      var run = node.run("t", "go");
      why = run.termination();
      assertThat(log.warningsOf(run.runId())).singleElement().asString().contains("opaque");
      assertThat(stored(run.runId()).thread().extensions()).containsOnlyKeys("count.thread");
    }

    assertThat(why)
        .isEqualTo(
            new TerminationReason.Error(
                "the value of state key opaque cannot be stored: IllegalStateException"));
  }

  @Test
  void committingEventsDuringAnAnswerDoesNotCommitTheState() {
    var commits = new ArrayList<StepCommit>();
    var recording =
        new ForwardingCommit(memory.runCommit()) {
          @Override
          public Fence commit(Fence fence, StepCommit step) {
            commits.add(step);
            return super.commit(fence, step);
          }
        };
    var node = node(recording, Script.builder().says("word ".repeat(60_000)), List.of(count));

    var run = node.run("t", "go");

    assertThat(commits).isNotEmpty().allMatch(step -> step.state().equals(StateChanges.NONE));
    assertThat(threadCount(run.runId())).isEqualTo(1);
  }

  @Test
  @Rows({7, 58, 116})
  void aToolReadsTheStateAndSharesValuesWithHooks() {
    var tool =
        new FunctionTool(
            "echo",
            (arguments, context) -> {
              int steps = context.state().getOrInitial(CountingPlugin.OF_RUN);
              context
                  .profile()
                  .orElseThrow()
                  .write(CountingPlugin.NOTE, "system", "seen at " + steps);
              return ToolResult.success("echo", arguments);
            });
    var node =
        new TestNode(stores(memory.runCommit()), model(oneCall()), PLAIN, List.of(count), tool);
    var read = new ArrayList<String>();
    node.whenEntering(
        Phase.RUN_END,
        () ->
            read.add(
                node.phases
                    .getLast()
                    .hook()
                    .profile()
                    .orElseThrow()
                    .read(CountingPlugin.NOTE, "system")));

    node.run("t", "go");

    assertThat(read).containsExactly("seen at 1");
    assertThat(memory.profile().read("default", "count.note", "system")).isPresent();
  }

  @Test
  @Rows(61)
  void withoutAProfileStoreThereAreNoSharedValues() {
    var tool = FunctionTool.answering("echo", "42");
    var node =
        new TestNode(
            stores(memory.runCommit()),
            ports ->
                new LoopPorts(
                    new RunStores(
                        ports.stores().threads(),
                        ports.stores().runs(),
                        ports.stores().suspensions(),
                        ports.stores().log(),
                        ports.stores().commits()),
                    ports.sinks(),
                    ports.settings()),
            model(oneCall()),
            PLAIN,
            List.of(count),
            tool);

    node.run("t", "go");

    assertThat(tool.calls()).singleElement().matches(call -> call.profile().isEmpty());
    assertThat(node.phases).allMatch(phase -> phase.hook().profile().isEmpty());
  }

  /** Writes a value without a JSON form. */
  private record Opaque(Phase when) implements Plugin {
    private static final StateKey<Object, Object> KEY =
        StateKey.<Object, Object>of(
                "opaque", new Unwritable(), () -> "nothing", (old, next) -> next)
            .threadScoped();

    private record Unwritable() implements Codec<Object> {
      @Override
      public JsonNode encode(Object value) {
        throw new IllegalStateException("no form");
      }

      @Override
      public Object decode(JsonNode json) {
        return json;
      }
    }

    @Override
    public PluginDescriptor descriptor() {
      return PluginDescriptor.of("opaque");
    }

    @Override
    public void register(PluginRegistrar registrar) {
      registrar.registerKey(KEY);
      registrar.registerPhaseHook(when, context -> StateCommand.none().update(KEY, "value"));
    }
  }

  /** A later version of the plugin: the same key with another type. */
  private static final class Renamed implements Plugin {
    private static final StateKey<List<String>, String> OF_THREAD =
        StateKey.<List<String>, String>of(
                "count.thread", new TypeReference<List<String>>() {}, List::of, (old, line) -> old)
            .threadScoped();

    @Override
    public PluginDescriptor descriptor() {
      return PluginDescriptor.of("count");
    }

    @Override
    public void register(PluginRegistrar registrar) {
      registrar.registerKey(OF_THREAD);
    }
  }
}
