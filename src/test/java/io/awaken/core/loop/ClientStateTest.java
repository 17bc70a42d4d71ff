package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.contract.Stores;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.Codec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.StateKeyOptions;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.DyingCommit;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.JsonPatches;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.memory.MemoryStores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients get the state of client-visible keys and nothing else. */
@Rows({43, 170})
class ClientStateTest {

  record Cart(List<String> items, int total) {}

  private static final StateKey<Cart, String> CART =
      StateKey.<Cart, String>of(
              "cart",
              Cart.class,
              () -> new Cart(List.of(), 0),
              (cart, item) -> {
                var items = new ArrayList<>(cart.items());
                items.add(item);
                return new Cart(items, cart.total() + 1);
              })
          .threadScoped()
          .clientVisible();

  private static final StateKey<Integer, Integer> SEEN =
      StateKey.of("a/seen", Integer.class, () -> 0, Integer::sum).commutative().clientVisible();
  private static final StateKey<Integer, Integer> SECRET =
      StateKey.of("secret", Integer.class, () -> 0, Integer::sum).commutative();

  private final SettableClock clock = new SettableClock();
  private final MemoryStores memory = new MemoryStores(clock, Stores.SETTINGS);

  private static Plugin shop(StateKey<?, ?>... keys) {
    return new TestPlugin(
        "shop",
        registrar -> {
          for (StateKey<?, ?> key : keys) {
            registrar.registerKey(key);
          }
          if (List.of(keys).contains(CART)) {
            registrar.registerPhaseHook(Phase.AFTER_TOOL_EXECUTE, ClientStateTest::bought);
          }
          registrar.registerPhaseHook(
              Phase.STEP_END,
              context ->
                  List.of(keys).contains(SEEN)
                      ? StateCommand.none().update(SEEN, 1).update(SECRET, 1)
                      : StateCommand.none().update(SECRET, 1));
        });
  }

  private static StateCommand bought(PhaseContext context) {
    return StateCommand.none().update(CART, context.call().arguments().path("value").asText());
  }

  private TestNode node(RunCommit commits, Plugin plugin) {
    var buy = new FunctionTool("buy", (arguments, context) -> ToolResult.success("buy", arguments));
    var script =
        Script.builder()
            .calls("buy", Map.of("value", "chair"))
            .calls("buy", Map.of("value", "table"))
            .says("done");
    return new TestNode(
        RuntimeStores.of(memory).with(commits),
        new RecordingModel(script),
        UnaryOperator.identity(),
        List.of(plugin),
        buy);
  }

  private List<AgentEvent> logged(RunId run) {
    return memory.events().read(run, 0, 1_000).stream()
        .flatMap(segment -> segment.eventsAfter(0).stream())
        .map(event -> event.event())
        .toList();
  }

  /** The state of a client that applies every event. */
  private static JsonNode followed(List<AgentEvent> events) {
    JsonNode state = JsonNodeFactory.instance.objectNode();
    for (AgentEvent event : events) {
      if (event instanceof AgentEvent.StateSnapshot all) {
        state = all.snapshot();
      } else if (event instanceof AgentEvent.StateDelta delta) {
        state = JsonPatches.applied(state, delta.delta());
      }
    }
    return state;
  }

  private static ObjectNode state(int seen, String... items) {
    var state = JsonNodeFactory.instance.objectNode().put("a/seen", seen);
    var cart = state.putObject("cart");
    var list = cart.putArray("items");
    for (String item : items) {
      list.add(item);
    }
    cart.put("total", items.length);
    return state;
  }

  @Test
  void aRunWithoutVisibleKeysHasNoEventForItsState() {
    var node = node(memory.runCommit(), shop(SECRET, hidden()));
    node.run("t", "go");

    assertThat(node.sinks.events())
        .noneMatch(AgentEvent.StateSnapshot.class::isInstance)
        .noneMatch(AgentEvent.StateDelta.class::isInstance);
  }

  private static StateKey<Integer, Integer> hidden() {
    return StateKey.of("cart", Integer.class, () -> 0, Integer::sum);
  }

  @Test
  void aFollowingClientHasTheStoredState() {
    var node = node(memory.runCommit(), shop(CART, SEEN, SECRET));
    var run = node.run("t", "go");

    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(node.sinks.outline()).startsWith("RunStart", "StateSnapshot", "StepStart");
    assertThat(node.sinks.events().get(1))
        .isEqualTo(new AgentEvent.StateSnapshot(JsonNodeFactory.instance.objectNode()));
    assertThat(followed(node.sinks.events())).isEqualTo(state(3, "chair", "table"));
    assertThat(node.sinks.outline()).endsWith("StateDelta", "RunFinish");
    assertThat(node.sinks.events().toString()).doesNotContain("secret");
    assertThat(logged(run.runId())).isEqualTo(node.sinks.events());
    assertThat(memory.threads().state(new ThreadId("t"), run.runId()).thread().extensions())
        .containsEntry("cart", state(0, "chair", "table").path("cart"));
  }

  @Test
  void theNextRunBeginsWithTheStateOfTheThread() {
    node(memory.runCommit(), shop(CART, SEEN, SECRET)).run("t", "go");
    var node = node(memory.runCommit(), shop(CART, SEEN, SECRET));
    node.run("t", "go");

    var expected = state(0, "chair", "table");
    expected.remove("a/seen");
    assertThat(node.sinks.events().get(1)).isEqualTo(new AgentEvent.StateSnapshot(expected));
  }

  @Test
  void aDeltaHasOnlyWhatItsCommitChanged() {
    var node = node(memory.runCommit(), shop(CART, SEEN, SECRET));
    node.run("t", "go");

    List<JsonNode> deltas =
        node.sinks.events().stream()
            .filter(AgentEvent.StateDelta.class::isInstance)
            .map(event -> ((AgentEvent.StateDelta) event).delta())
            .toList();
    assertThat(deltas.toString())
        .contains("{\"op\":\"add\",\"path\":\"/cart/items/1\",\"value\":\"table\"}")
        .contains("{\"op\":\"replace\",\"path\":\"/a~1seen\",\"value\":2}");
    assertThat(deltas).allSatisfy(delta -> assertThat(delta).isNotEmpty());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void afterACrashAtAnyCommitTheLogMatchesTheStoredState(int fatal) {
    var first = node(new DyingCommit(memory.runCommit(), fatal), shop(CART, SEEN, SECRET));
    RunId run = first.submit("t", "go");
    try (var log = new CapturedLog("io.awaken.core.mailbox.FailedRuns")) {
      first.executeAll();
      assertThat(log.warnings()).hasSize(1);
    }
    clock.advance(Stores.SETTINGS.lease().plusMillis(1));
    memory.mailbox().leases().reclaimExpired(10);
    var watched = new WatchedState(memory.runCommit());
    var second = node(watched, shop(CART, SEEN, SECRET));
    second.starter.claimDue();
    second.executeAll();

    assertThat(second.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(watched.logs)
        .allSatisfy(
            committed ->
                assertThat(followed(committed.events()).path("cart"))
                    .isEqualTo(committed.stored()));
    assertThat(followed(logged(run)).path("cart").path("items").size()).isEqualTo(2);
  }

  /** The log and the stored state after each commit. */
  private record Committed(List<AgentEvent> events, JsonNode stored) {}

  private final class WatchedState extends ForwardingCommit {
    private final List<Committed> logs = new ArrayList<>();

    WatchedState(RunCommit behind) {
      super(behind);
    }

    @Override
    public Fence commit(Fence fence, StepCommit step) {
      Fence next = super.commit(fence, step);
      JsonNode cart =
          memory.threads().state(fence.threadId(), fence.runId()).thread().extensions().get("cart");
      logs.add(
          new Committed(
              logged(fence.runId()), cart == null ? JsonNodeFactory.instance.missingNode() : cart));
      return next;
    }
  }

  @Test
  void aValueWithoutJsonIsOmittedAndTheRunEndsNormally() {
    var broken =
        StateKey.<Integer, Integer>of(
                "broken",
                new Codec<Integer>() {
                  @Override
                  public JsonNode encode(Integer value) {
                    throw new IllegalStateException("no");
                  }

                  @Override
                  public Integer decode(JsonNode json) {
                    return 0;
                  }
                },
                () -> 0,
                Integer::sum)
            .clientVisible();
    var plugin =
        new TestPlugin(
            "broken",
            registrar -> {
              registrar.registerKey(broken, StateKeyOptions.DEFAULT.transientValue());
              registrar.registerKey(CART);
              registrar.registerPhaseHook(Phase.AFTER_TOOL_EXECUTE, ClientStateTest::bought);
              registrar.registerPhaseHook(
                  Phase.STEP_START, context -> StateCommand.none().update(broken, 1));
            });
    var node = node(memory.runCommit(), plugin);
    try (var log = new CapturedLog("io.awaken.core.state.ClientVisibleValues")) {
      var run = node.run("t", "go");

      assertThat(run.status()).isEqualTo(RunStatus.DONE);
      assertThat(log.warnings()).isNotEmpty();
    }
    assertThat(followed(node.sinks.events()).path("cart").path("total").asInt()).isEqualTo(2);
  }
}
