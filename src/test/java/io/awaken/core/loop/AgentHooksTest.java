package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.TaggedEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.InferenceException;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.ToolFilter;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Hooks of plugins around a whole run, modelled on trpc-agent-go (BeforeAgent, AfterAgent, OnEvent,
 * AfterRun) and clark-agent (ToolGate classes, SteeringSource, FollowUpSource, EventObserver).
 */
class AgentHooksTest {

  private final FunctionTool echo = FunctionTool.answering("echo", "42");
  private final FunctionTool other = FunctionTool.answering("other", "43");
  private RecordingModel model;
  private TestNode node;

  private static ScriptBuilder oneCall() {
    return Script.builder().calls("echo", Map.of("value", "x")).says("done");
  }

  private static Plugin plugin(String name, Consumer<PluginRegistrar> parts) {
    return new TestPlugin(name, parts);
  }

  private RunRecord run(RecordingModel with, Plugin... plugins) {
    model = with;
    node = new TestNode(model, UnaryOperator.identity(), List.of(plugins), echo, other);
    return node.run("t", "go");
  }

  private RunRecord run(ScriptBuilder script, Plugin... plugins) {
    return run(new RecordingModel(script), plugins);
  }

  private List<String> history() {
    return node.stores.threads().history(new ThreadId("t")).stream().map(Message::text).toList();
  }

  @Test
  @Rows(81)
  void aHookBeforeTheAgentCanReplaceItAndSkipsAfterAgent() {
    var run =
        run(
            oneCall(),
            plugin("closed", r -> r.beforeAgent(c -> Optional.of("We are closed."))),
            plugin("after", r -> r.afterAgent((c, summary) -> Optional.of("never"))));

    assertThat(run.finalOutput()).isEqualTo("We are closed.");
    assertThat(run.steps()).isZero();
    assertThat(model.requests()).isEmpty();
    assertThat(history()).containsExactly("go", "We are closed.");
    assertThat(node.sinks.outline()).containsExactly("RunStart", "TextDelta", "RunFinish");
  }

  @Test
  @Rows(81)
  void aHookAfterTheAgentAppendsOneMoreAnswerAndTheFirstCounts() {
    var run =
        run(
            Script.builder().says("Yours."),
            plugin("none", r -> r.afterAgent((c, summary) -> Optional.empty())),
            plugin("signs", r -> r.afterAgent((c, s) -> Optional.of(s.response() + " Bye."))),
            plugin("late", r -> r.afterAgent((c, s) -> Optional.of("never"))));

    assertThat(history()).containsExactly("go", "Yours.", "Yours. Bye.");
    assertThat(run.finalOutput()).isEqualTo("Yours. Bye.");
  }

  @Test
  @Rows(81)
  void everyHookAfterTheRunIsCalledOnceTheEndingIsStoredAndAFailingOneChangesNothing() {
    var seen = new ArrayList<RunSummary>();
    var run =
        run(
            Script.builder().fails(InferenceException.Kind.UNAUTHORIZED),
            plugin(
                "broken",
                r ->
                    r.afterRun(
                        summary -> {
                          throw new IllegalStateException("boom");
                        })),
            plugin("counts", r -> r.afterRun(seen::add)));

    assertThat(seen)
        .singleElement()
        .extracting(RunSummary::termination)
        .isEqualTo(run.termination());
  }

  @Test
  @Rows(81)
  void anEventCanBeTaggedOrChangedButNotBecomeAnother() {
    run(
        Script.builder().says("my secret"),
        plugin("tags", r -> r.onEvent((run, event) -> event.tag("audit"))),
        plugin(
            "masks",
            r ->
                r.onEvent(
                    (run, event) ->
                        event.event() instanceof AgentEvent.TextDelta text
                            ? event.with(
                                new AgentEvent.TextDelta(text.delta().replace("secret", "***")))
                            : event)),
        plugin(
            "swaps",
            r -> r.onEvent((run, event) -> TaggedEvent.of(new AgentEvent.Error("x", null)))),
        plugin(
            "broken",
            r ->
                r.onEvent(
                    (run, event) -> {
                      throw new IllegalStateException("boom");
                    })));

    assertThat(node.sinks.published())
        .allSatisfy(event -> assertThat(event.tags()).containsExactly("audit"));
    assertThat(node.sinks.events().toString())
        .contains("***")
        .doesNotContain("TextDelta[delta=secret");
    assertThat(node.sinks.outline())
        .containsExactly(
            "RunStart", "StepStart", "TextDelta", "InferenceComplete", "StepEnd", "RunFinish");
  }

  @Test
  @Rows(81)
  void tagsAreStoredAndReplayed() {
    var run =
        run(
            Script.builder().says("two words"),
            plugin("tags", r -> r.onEvent((id, event) -> event.tag("b").tag("a"))));

    assertThat(node.stores.log().read(run.runId(), 0, 100))
        .flatExtracting(segment -> segment.eventsAfter(0))
        .allSatisfy(event -> assertThat(event.tags()).containsExactlyInAnyOrder("a", "b"));
  }

  @Test
  @Rows(83)
  void anObserverSeesEveryPublishedEventInOrder() {
    var observed = new ArrayList<Long>();
    run(
        oneCall(),
        plugin(
            "sees", r -> r.eventObserver((run, event) -> observed.add(event.cursor().sequence()))));

    assertThat(observed)
        .isEqualTo(node.sinks.published().stream().map(e -> e.cursor().sequence()).toList());
  }

  @Test
  @Rows(83)
  void steeringSourcesArePolledBeforeTheFirstStepAndAfterEachRound() {
    Queue<List<Message>> steering = new ArrayDeque<>();
    steering.add(List.of(Message.user(null, "first this")));
    steering.add(List.of(Message.user(null, "and that")));
    run(
        RecordingModel.turns(
            Script.builder().calls("echo", Map.of("value", "x")), Script.builder().says("done")),
        plugin(
            "steers",
            r -> r.steeringSource(c -> steering.isEmpty() ? List.of() : steering.poll())));

    assertThat(history()).containsExactly("go", "first this", "", "42", "and that", "done");
    assertThat(model.requests().get(1).messages()).extracting(Message::text).contains("and that");
  }

  @Test
  @Rows(83)
  void aFollowUpKeepsTheRunGoingWhenItWouldEnd() {
    Queue<Message> more = new ArrayDeque<>(List.of(Message.user(null, "one more")));
    var run =
        run(
            RecordingModel.turns(Script.builder().says("first"), Script.builder().says("second")),
            plugin(
                "asks",
                r -> r.followUpSource(c -> more.isEmpty() ? List.of() : List.of(more.poll()))));

    assertThat(history()).containsExactly("go", "first", "one more", "second");
    assertThat(run.steps()).isEqualTo(2);
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }

  @Test
  @Rows(83)
  void noMessageIsInsertedAfterAVoteToEnd() {
    var run =
        run(
            oneCall(),
            plugin("ends", r -> r.afterTool((c, call, x) -> AfterTool.Decision.vote(true))),
            plugin("asks", r -> r.followUpSource(c -> List.of(Message.user(null, "more")))),
            plugin(
                "steers",
                r ->
                    r.steeringSource(
                        c -> c.step() == 0 ? List.of() : List.of(Message.user(null, "not now")))));

    assertThat(run.termination()).isEqualTo(new TerminationReason.BehaviorRequested());
    assertThat(history()).containsExactly("go", "", "42");
  }

  @Test
  @Rows(72)
  void aHookBeforeInferenceCanEndTheRunWithoutAskingTheModel() {
    var run =
        run(
            oneCall(),
            plugin(
                "skips",
                r ->
                    r.registerPhaseHook(
                        Phase.BEFORE_INFERENCE,
                        c ->
                            StateCommand.none()
                                .update(
                                    RuntimeKeys.RUN_LIFECYCLE,
                                    new TerminationReason.BehaviorRequested()))));

    assertThat(run.termination()).isEqualTo(new TerminationReason.BehaviorRequested());
    assertThat(model.requests()).isEmpty();
  }

  private Plugin ending(TerminationReason why) {
    return plugin(
        "ends",
        r ->
            r.registerPhaseHook(
                Phase.AFTER_INFERENCE,
                c -> StateCommand.none().update(RuntimeKeys.RUN_LIFECYCLE, why)));
  }

  @Test
  @Rows(143)
  void aLimitStopsTheRunAfterItsStep() {
    var stop = TerminationReason.Stopped.of("enough", null);

    var run = run(oneCall(), ending(stop));

    assertThat(run.termination()).isEqualTo(stop);
    assertThat(echo.calls()).hasSize(1);
    assertThat(history()).containsExactly("go", "", "42");
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  @Rows(72)
  void aRunThatIsEndedAfterAnAnswerLeavesNoCallWithoutAResult() {
    var run = run(oneCall(), ending(new TerminationReason.BehaviorRequested()));

    assertThat(run.termination()).isEqualTo(new TerminationReason.BehaviorRequested());
    assertThat(echo.calls()).isEmpty();
    assertThat(node.stores.runs().calls(run.runId()))
        .extracting(call -> call.status())
        .containsExactly(ToolCallStatus.CANCELLED);
    assertThat(node.stores.threads().history(new ThreadId("t")))
        .extracting(Message::role)
        .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL);
  }

  /** A filter with a full declaration. */
  private record Filter(
      Set<String> allowed, Strength strength, int rank, boolean suppressesAdvisory)
      implements ToolFilter {

    @Override
    public Optional<Set<String>> allow(Context context) {
      return Optional.ofNullable(allowed);
    }

    @Override
    public Optional<String> denialReason(String toolId) {
      return Optional.of("rank " + rank + " hides " + toolId);
    }
  }

  private List<String> offered(Filter... filters) {
    var plugins = new ArrayList<Plugin>();
    for (Filter filter : filters) {
      plugins.add(plugin("filter-" + plugins.size(), r -> r.toolFilter(filter)));
    }
    run(oneCall(), plugins.toArray(Plugin[]::new));
    return model.requests().getFirst().tools().stream().map(tool -> tool.id()).toList();
  }

  private List<AgentEvent> conflicts() {
    return node.sinks.events().stream()
        .filter(AgentEvent.ToolFilterConflict.class::isInstance)
        .distinct()
        .toList();
  }

  private static Filter required(int rank, String... tools) {
    return new Filter(Set.of(tools), ToolFilter.Strength.REQUIRED, rank, false);
  }

  private static Filter advisory(int rank, String... tools) {
    return new Filter(Set.of(tools), ToolFilter.Strength.ADVISORY, rank, false);
  }

  @Test
  @Rows(83)
  void allowListsOfFiltersIntersectAndNoOpinionDoesNotConstrain() {
    assertThat(offered(new Filter(null, ToolFilter.Strength.REQUIRED, 0, false)))
        .containsExactly("echo", "other");
    assertThat(offered(required(0, "echo", "other"), required(0, "other")))
        .containsExactly("other");
    assertThat(conflicts()).isEmpty();
  }

  @Test
  @Rows(83)
  void adviceBelowTheRankOfASuppressorIsDropped() {
    var owner = new Filter(Set.of("echo"), ToolFilter.Strength.REQUIRED, 5, true);

    assertThat(offered(owner, advisory(1, "other"))).containsExactly("echo");
    assertThat(conflicts()).isEmpty();
  }

  @Test
  @Rows(83)
  void theStrongestFilterWinsAConflictWhichIsLogged() {
    assertThat(offered(required(1, "echo"), required(2, "other"))).containsExactly("other");
    assertThat(conflicts())
        .containsExactly(
            new AgentEvent.ToolFilterConflict(List.of("filter-0", "filter-1"), "filter-1"));
  }

  @Test
  @Rows(83)
  void filtersThatAllAllowNothingAreDropped() {
    assertThat(offered(required(1), required(2, "unheard-of"))).containsExactly("echo", "other");
    assertThat(conflicts())
        .containsExactly(new AgentEvent.ToolFilterConflict(List.of("filter-0", "filter-1"), null));
  }

  @Test
  @Rows(83)
  void aCallOfAHiddenToolIsRefusedWithTheReasonOfTheFilterThatHidesIt() {
    offered(required(3, "other"));

    assertThat(echo.calls()).isEmpty();
    assertThat(history().get(2)).contains("rank 3 hides echo");
  }
}
