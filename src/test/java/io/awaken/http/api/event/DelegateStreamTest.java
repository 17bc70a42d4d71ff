package io.awaken.http.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Databases;
import io.awaken.fixture.FakeRestLayer;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.live.ScriptedThread;
import io.awaken.http.stream.live.ScriptedThread.Speaking;
import io.awaken.http.stream.open.Streams;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import io.awaken.store.jpa.JpaStores;
import io.awaken.store.memory.MemoryStores;
import io.awaken.store.memory.bus.MemoryBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Readers of a run or thread who follow its delegates, over real stores: {@code parent} calls
 * {@code one} and {@code two}, which executes on another node, and {@code one} calls {@code deep}.
 */
@Rows({175, 1340})
class DelegateStreamTest {

  private static final MailboxStore.Settings MAILBOX =
      new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1");
  private static final ThreadId THREAD = new ThreadId("t");
  private static final List<String> RUNS = List.of("parent", "one", "two", "deep");

  private final SettableClock clock = new SettableClock();
  private final ManualScheduler timer = new ManualScheduler(clock);
  private final ManualExecutor threads = new ManualExecutor();
  private final ManualExecutor wire = new ManualExecutor();
  private final MemoryBus bus = new MemoryBus(wire);
  private final LiveHub hub = hub();
  private final LiveHub elsewhere = hub();
  private final MemoryStores memory = new MemoryStores(clock, MAILBOX);
  private StreamSettings settings = StreamSettings.DEFAULTS;

  /** The stores of runs. */
  private record Stored(MailboxStore mailbox, RunCommit commits, EventLog log) {}

  private final Stored inMemory = new Stored(memory.mailbox(), memory.runCommit(), memory.events());

  @BeforeEach
  void restLayer() {
    FakeRestLayer.install();
  }

  private LiveHub hub() {
    return Hubs.on(bus.join(), () -> Duration.ofMillis(clock.millis()).toNanos());
  }

  private Streams node(LiveHub at, EventLog log) {
    return new Streams(at, log, settings, new StreamThreads(threads, timer), clock);
  }

  private Streams node() {
    return node(hub, inMemory.log());
  }

  private void settle() {
    while (wire.waiting() + threads.waiting() > 0) {
      wire.runAll();
      threads.runAll();
    }
  }

  private void pass(Duration time) {
    settle();
    for (Duration left = time; left.isPositive(); left = left.minusSeconds(1)) {
      timer.advance(Duration.ofSeconds(1));
      settle();
    }
  }

  private ScriptedThread thread(Stored in, LiveHub at, String id) {
    return new ScriptedThread(id, in.mailbox(), in.commits(), at, clock);
  }

  /** A run that executes at once. */
  private Speaking begin(Stored in, LiveHub at, String thread, String run, String parent) {
    return thread(in, at, thread).begin(run).emits(new AgentEvent.RunStart(thread, run, parent));
  }

  /** A delegate's run that was queued with the step of its caller. */
  private Speaking claim(Stored in, LiveHub at, String thread, String run, String parent) {
    return thread(in, at, thread).claimDue(0).emits(new AgentEvent.RunStart(thread, run, parent));
  }

  private AgentEvent queued(Stored in, String thread, String run, String call) {
    thread(in, hub, thread).queue(run);
    return started(run, call);
  }

  private static AgentEvent started(String run, String call) {
    return new AgentEvent.Custom(
        "subagent_started",
        JsonNodeFactory.instance
            .objectNode()
            .put("run_id", run)
            .put("name", "agent-" + run)
            .put("tool_call_id", call));
  }

  private static AgentEvent finished(String run) {
    return new AgentEvent.Custom(
        "subagent_finished", JsonNodeFactory.instance.objectNode().put("run_id", run));
  }

  /** The runs, step by step. */
  private List<Runnable> story(Stored in) {
    var runs = new Speaking[4];
    return List.of(
        () -> runs[0] = begin(in, hub, "t", "parent", null).says("p1").commits(),
        () ->
            runs[0]
                .emits(queued(in, "t1", "one", "c1"))
                .emits(queued(in, "t2", "two", "c2"))
                .commits(),
        () -> runs[1] = claim(in, hub, "t1", "one", "parent").says("a", "b"),
        () -> runs[2] = claim(in, elsewhere, "t2", "two", "parent").says("x"),
        () -> runs[1].commits().says("c").emits(queued(in, "t3", "deep", "c1")).commits(),
        () -> runs[2].says("y").commits(),
        () -> runs[3] = claim(in, elsewhere, "t3", "deep", "one").says("d1", "d2"),
        () -> runs[3].commits().says("d3").finishes(),
        () -> runs[1].emits(finished("deep")).says("e"),
        () -> runs[1].finishes(),
        () -> runs[2].says("z").finishes(),
        () -> runs[0].emits(finished("one")).emits(finished("two")).commits(),
        () -> runs[0].says("p2").finishes());
  }

  @Test
  void overMemory() {
    readersOfARun(inMemory, inMemory.log(), 1);
  }

  @Test
  void overADatabase() {
    try (var database = Databases.of(DatabaseProduct.H2);
        var factory = EntityManagers.local(database.dataSource(), JpaStores.ENTITIES);
        var stores =
            new JpaStores(
                new LocalTransactions(factory),
                new Database(database.dataSource(), database.database().product()),
                MAILBOX)) {
      var stored = new Stored(stores.mailbox(), stores.runCommit(), stores.events());
      readersOfARun(stored, stored.log(), 5);
    }
  }

  /**
   * Some who come at each step, and some who are cut off.
   *
   * @param every frames between two cuts
   */
  private void readersOfARun(Stored in, EventLog restarted, int every) {
    List<Streams> nodes = List.of(node(hub, in.log()), node(hub(), restarted));
    List<DelegateReader> late = new ArrayList<>();
    List<DelegateReader> cut =
        IntStream.range(0, 50 / every).mapToObj(any -> new DelegateReader(false)).toList();
    var back = new boolean[cut.size()];
    for (Runnable step : story(in)) {
      step.run();
      for (Streams node : nodes) {
        var reader = new DelegateReader(false);
        reader.connect(node);
        late.add(reader);
      }
      if (late.size() == nodes.size()) {
        cut.forEach(reader -> reader.connect(nodes.getFirst()));
      }
      settle();
      for (int i = 0; i < cut.size(); i++) {
        DelegateReader reader = cut.get(i).read();
        int frames = 1 + i * every / nodes.size();
        if (!back[i] && reader.events().size() >= frames) {
          back[i] = true;
          reader.drop(frames);
          reader.connect(nodes.get(i % nodes.size()));
        }
      }
    }
    pass(Duration.ofSeconds(12));

    List<DelegateReader> all = Stream.concat(late.stream(), cut.stream()).toList();
    for (int i = 0; i < all.size(); i++) {
      assertWhole(all.get(i).read(), "reader " + i);
      assertThat(all.get(i).ended()).as("reader %d", i).isTrue();
    }
    assertThat(all.getFirst().events()).hasSize(26);
    assertThat(all.getFirst().connect(nodes.getFirst())).isFalse();
  }

  private static void assertWhole(DelegateReader reader, String who) {
    assertThat(reader.of("parent"))
        .as(who)
        .containsExactly(
            "1 run_start",
            "2 p1",
            "3 custom",
            "4 custom",
            "5 custom",
            "6 custom",
            "7 p2",
            "8 run_finish");
    assertThat(reader.of("one"))
        .as(who)
        .containsExactly(
            "1 run_start", "2 a", "3 b", "4 c", "5 custom", "6 custom", "7 e", "8 run_finish");
    assertThat(reader.of("two"))
        .as(who)
        .containsExactly("1 run_start", "2 x", "3 y", "4 z", "5 run_finish");
    assertThat(reader.of("deep"))
        .as(who)
        .containsExactly("1 run_start", "2 d1", "3 d2", "4 d3", "5 run_finish");
    assertThat(reader.events()).as(who).allSatisfy(event -> assertThat(RUNS).contains(run(event)));
    assertEndsBeforeItsCallDoes(reader, "one", "parent", 5);
    assertEndsBeforeItsCallDoes(reader, "two", "parent", 6);
    assertEndsBeforeItsCallDoes(reader, "deep", "one", 6);
  }

  private static void assertEndsBeforeItsCallDoes(
      DelegateReader reader, String delegate, String above, int sequence) {
    List<String> order =
        reader.events().stream().map(event -> run(event) + event.get("seq").asLong()).toList();
    int last = order.lastIndexOf(delegate + (delegate.equals("one") ? 8 : 5));
    assertThat(last).isLessThan(order.indexOf(above + sequence));
  }

  private static String run(JsonNode event) {
    return DelegateReader.run(event);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 7, 11, 15, 19, 23})
  void aReaderOfTheThreadComesBackWithItsCursor(int frames) {
    var reader = new DelegateReader(true);
    List<Runnable> story = story(inMemory);
    memory.threads().create(THREAD, Caller.ANONYMOUS, null, null, null, Sharing.TENANT);
    reader.connect(node());
    settle();
    boolean back = false;
    for (Runnable step : story) {
      hub.activity().signal(THREAD);
      step.run();
      hub.activity().signal(THREAD);
      settle();
      if (!back && reader.read().events().size() >= frames) {
        back = true;
        reader.drop(frames);
        reader.connect(node(hub(), inMemory.log()));
        settle();
      }
    }
    pass(Duration.ofSeconds(12));

    assertThat(back).isTrue();
    assertWhole(reader.read(), "the reader");
  }

  @Test
  void eachEventOfADelegateNamesItsCall() {
    story(inMemory).forEach(Runnable::run);
    var reader = new DelegateReader(false);

    reader.connect(node());
    pass(Duration.ofSeconds(1));

    JsonNode first = firstOf(reader, "deep");
    assertThat(first.get("delegate"))
        .isEqualTo(
            JsonNodeFactory.instance
                .objectNode()
                .put("agent_id", "agent-deep")
                .put("parent_run_id", "one")
                .put("tool_call_id", "c1")
                .put("depth", 2));
    assertThat(firstOf(reader, "two").at("/delegate/depth").asInt()).isOne();
    assertThat(firstOf(reader, "parent").has("delegate")).isFalse();
    assertThat(reader.lastId()).doesNotContain("~");
  }

  private static JsonNode firstOf(DelegateReader reader, String run) {
    return reader.read().events().stream()
        .filter(event -> run(event).equals(run))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Attacks("S30")
  void aRunThatWasNotStartedByTheCallIsNotShown() {
    begin(inMemory, hub, "t1", "one", null).says("secret").finishes();
    begin(inMemory, hub, "t2", "two", "other").says("secret").finishes();
    var parent = begin(inMemory, hub, "t", "parent", null);
    parent.emits(started("one", "c1")).emits(started("two", "c2")).emits(started("no", "c3"));
    var reader = new DelegateReader(false);
    reader.connect(node());
    settle();

    parent.emits(finished("one")).commits().finishes();
    pass(Duration.ofSeconds(12));

    assertThat(reader.read().of("parent")).hasSize(6);
    assertThat(reader.events()).hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"~2:1-1", "~9:1-1", "~2.1:1-1", "~3:1-1"})
  @Attacks("S30")
  void aForgedCursorShowsNoOtherRun(String forged) {
    begin(inMemory, hub, "t1", "one", null).says("secret").finishes();
    begin(inMemory, hub, "t", "parent", null).says("p").emits(started("one", "c1")).commits();
    var reader = new DelegateReader(false);
    reader.connect(node());
    settle();
    String own = reader.read().lastId();

    reader.comeBackWith(own.replaceFirst("(~.*)?-([0-9a-f]+)$", forged + "-$2"));
    reader.connect(node());
    pass(Duration.ofSeconds(6));

    assertThat(reader.read().of("one")).isEmpty();
  }

  @Test
  void eventsThatWereNeverCommittedAreRevoked() {
    begin(inMemory, hub, "t", "parent", null).emits(started("one", "c1")).commits();
    var thread = new ScriptedThread("t1", inMemory.mailbox(), inMemory.commits(), hub, clock);
    var lost = thread.begin("one").emits(new AgentEvent.RunStart("t1", "one", "parent")).commits();
    var reader = new DelegateReader(false);
    reader.connect(node());
    settle();
    lost.says("lost", "too");
    settle();
    assertThat(reader.read().of("one")).containsExactly("1 run_start", "2 lost", "3 too");
    lost.leaves();
    clock.advance(Duration.ofSeconds(31));
    inMemory.mailbox().leases().reclaimExpired(10);

    thread.claimDue(1).says("kept").finishes();
    pass(Duration.ofSeconds(12));

    assertThat(reader.read().of("one")).containsExactly("1 run_start", "2 kept", "3 run_finish");
  }

  @Test
  void aDelegateThatIsFasterThanTheReaderContinuesFromTheLog() {
    settings = new StreamSettings(20, 2_000, 80, 1 << 20, 32, StreamSettings.Times.DEFAULTS);
    var parent =
        begin(inMemory, hub, "t", "parent", null)
            .emits(queued(inMemory, "t1", "one", "c1"))
            .commits();
    var reader = new DelegateReader(false);
    reader.connect(node());
    settle();
    var one = claim(inMemory, hub, "t1", "one", "parent");
    for (int i = 0; i < 50; i++) {
      one.says("word").commits();
    }
    one.finishes();
    pass(Duration.ofSeconds(4));

    parent.emits(finished("one")).commits().finishes();
    pass(Duration.ofSeconds(4));

    assertThat(reader.read().of("one")).hasSize(52).doesNotHaveDuplicates();
    assertThat(reader.of("parent")).hasSize(4);
  }

  @Test
  void whatAPluginCallsASubagentDelaysNothing() {
    var parent = begin(inMemory, hub, "t", "parent", null).emits(started("none", "c1"));
    var reader = new DelegateReader(false);
    reader.connect(node());
    settle();

    parent.emits(finished("none")).commits().finishes();
    settle();

    assertThat(reader.read().of("parent")).hasSize(4);
    assertThat(reader.ended()).isTrue();
  }

  @Test
  void theEndOfARunWaitsForDelegatesForASetTimeOnly() {
    var parent =
        begin(inMemory, hub, "t", "parent", null)
            .emits(queued(inMemory, "t1", "one", "c1"))
            .commits();
    var stuck = claim(inMemory, hub, "t1", "one", "parent").says("a");
    var reader = new DelegateReader(false);
    reader.connect(node());
    settle();
    stuck.says("b");

    parent.finishes();
    pass(Duration.ofSeconds(3));
    assertThat(reader.read().of("parent")).hasSize(2);
    pass(Duration.ofSeconds(3));

    assertThat(reader.read().of("parent")).hasSize(3);
    assertThat(reader.of("one")).containsExactly("1 run_start", "2 a", "3 b");
    assertThat(reader.ended()).isTrue();
  }
}
