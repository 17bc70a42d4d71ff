package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Hint;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.store.memory.bus.MemoryBus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A protocol with state continues with its state, wherever a client reconnects. */
@Rows(175)
@Failures("F38")
class RestoredEncoderTest {

  private static final StreamSettings SETTINGS =
      new StreamSettings(1_000, 1_000, 1_000, 1 << 20, 3, StreamSettings.Times.DEFAULTS);

  private final SettableClock clock = new SettableClock();
  private final ManualScheduler timer = new ManualScheduler(clock);
  private final ManualExecutor threads = new ManualExecutor();
  private final ManualExecutor wire = new ManualExecutor();
  private final MemoryBus bus = new MemoryBus(wire);
  private final RecordedRun run = new RecordedRun(clock);
  private final NumberedBlocks protocol = new NumberedBlocks(FrameFormat.SSE);
  private final Node[] nodes = {new Node(bus), new Node(bus)};
  private long epoch;

  /** One node; a restarted one has another hub. */
  private final class Node {
    private final LiveHub hub;
    private final Streams streams;

    private Node(MemoryBus bus) {
      hub = Hubs.on(bus.join(), () -> Duration.ofMillis(clock.millis()).toNanos());
      streams = new Streams(hub, run, SETTINGS, new StreamThreads(threads, timer), clock);
    }
  }

  private void settle() {
    while (wire.waiting() + threads.waiting() > 0) {
      wire.runAll();
      threads.runAll();
    }
  }

  private List<JsonNode> expected() {
    List<StreamEvent> events =
        run.read(run.id, 0, Integer.MAX_VALUE).stream()
            .map(segment -> segment.eventsAfter(0))
            .flatMap(List::stream)
            .toList();
    return protocol.document(run.id, events);
  }

  private void assertWhole(ReconnectingClient client) {
    List<JsonNode> expected = expected();
    assertThat(client.document()).isEqualTo(expected.subList(0, expected.size() - 1));
    assertThat(client.end()).isEqualTo(expected.getLast());
  }

  /** Reads until the run ends, reconnecting whenever the stream ends. */
  private void finish(ReconnectingClient client, Node node) {
    for (int i = 0; i < 100; i++) {
      settle();
      client.read();
      if (client.ended() && !client.connect(node.streams, run.id)) {
        return;
      }
      timer.advance(Duration.ofSeconds(2));
    }
    throw new AssertionError("the client never got to the end");
  }

  private RecordedRun.Activation activate(Node node) {
    return run.activate(node.hub, ++epoch);
  }

  @Test
  void reconnectingAtEveryEventOfAnEndedRunYieldsTheSameDocument() {
    activate(nodes[0])
        .emits(new AgentEvent.StepStart("m1"))
        .says("a", "b", "c")
        .emits(new AgentEvent.ToolCallStart("c1", "pay"))
        .says("d", "e")
        .commits()
        .says("f", "g")
        .emits(new AgentEvent.StepEnd())
        .commits()
        .says("h")
        .finishes();
    int events = 12;

    for (int event = 1; event < events; event++) {
      var client = new ReconnectingClient(protocol);
      client.connect(nodes[0].streams, run.id);
      settle();
      client.read();
      assertThat(client.events()).isEqualTo(events);

      client.drop(event);
      client.connect(new Node(bus).streams, run.id);
      settle();
      client.read();

      assertThat(client.events()).isEqualTo(events - event);
      assertWhole(client);
    }
  }

  @Test
  void aReconnectWithinTheLiveTailContinuesThereOnEitherNode() {
    var clients = List.of(new ReconnectingClient(protocol), new ReconnectingClient(protocol));
    clients.forEach(client -> client.connect(nodes[0].streams, run.id));
    var activation = activate(nodes[0]).says("a").commits().says("b", "c", "d");
    settle();
    for (int node = 0; node < 2; node++) {
      clients.get(node).read();
      clients.get(node).drop(3);
      clients.get(node).connect(nodes[node].streams, run.id);
    }
    settle();
    activation.says("e");
    settle();

    for (ReconnectingClient client : clients) {
      client.read();
      assertThat(client.events()).as("d and e, before their commit").isEqualTo(2);
    }
    activation.finishes();
    clients.forEach(client -> finish(client, nodes[0]));
    assertThat(clients).allSatisfy(this::assertWhole);
  }

  @Test
  void afterAResetTheEncoderHasTheStateOfTheCommit() {
    var client = new ReconnectingClient(protocol);
    client.connect(nodes[0].streams, run.id);
    activate(nodes[0])
        .says("a")
        .commits()
        .says("x")
        .emits(new AgentEvent.StepStart("void"))
        .leaves();
    settle();
    client.read();

    activate(nodes[0]).says("b", "c").finishes();
    finish(client, nodes[0]);

    assertWhole(client);
  }

  @Test
  void aClientWithUncommittedEventsIsResetToTheState() {
    var client = new ReconnectingClient(protocol);
    client.connect(nodes[0].streams, run.id);
    activate(nodes[0]).says("a").commits().says("x", "y").leaves();
    settle();
    client.read();
    client.drop(3);

    activate(nodes[1]).emits(new AgentEvent.StepStart("m")).says("b", "c").finishes();
    finish(client, new Node(bus));

    assertWhole(client);
  }

  @Test
  void eventsRevokedBeforeTheStateIsRestoredAreDropped() {
    var client = new ReconnectingClient(protocol);
    client.connect(nodes[0].streams, run.id);
    activate(nodes[0]).says("a").commits().says("x", "y", "z").leaves();
    settle();
    client.read();
    client.drop(4);
    var aside = new MemoryBus(wire);
    var owner = aside.join();
    var node = new Node(aside);
    client.connect(node.streams, run.id);
    settle();

    var received =
        new StreamEvent(new Cursor(1, 2), clock.instant(), new AgentEvent.StepStart("m"));
    owner.publish(new Hint.Tail(run.id, 1, 0, 1, false, List.of(received)));
    settle();
    owner.publish(new Hint.Tail(run.id, 2, 1, 1, false, List.of()));
    settle();
    activate(nodes[0]).says("b").finishes();

    finish(client, node);
    assertWhole(client);
  }

  @RepeatedTest(200)
  void whereverTheConnectionBreaksTheDocumentIsTheSame() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var client = new ReconnectingClient(protocol);
    client.connect(nodes[random.nextInt(2)].streams, run.id);
    RecordedRun.Activation activation = activate(nodes[random.nextInt(2)]);
    for (int step = 0; step < 40; step++) {
      switch (random.nextInt(8)) {
        case 0 -> activation.emits(new AgentEvent.StepStart("m" + step));
        case 1 -> activation.emits(new AgentEvent.ToolCallStart("c" + step, "pay"));
        case 2 -> activation.says("w").commits();
        case 3 -> activation.emits(new AgentEvent.StepEnd()).commits();
        case 4 -> {
          activation.leaves();
          if (random.nextInt(3) == 0) {
            nodes[random.nextInt(2)] = new Node(bus);
          }
          activation = activate(nodes[random.nextInt(2)]);
        }
        default -> activation.says("a", "b");
      }
      if (random.nextBoolean()) {
        settle();
        client.read();
      }
      if (random.nextInt(4) == 0) {
        client.drop(1 + random.nextInt(Math.max(1, client.events())));
        client.connect(nodes[random.nextInt(2)].streams, run.id);
      }
      if (random.nextInt(6) == 0) {
        timer.advance(Duration.ofSeconds(2));
      }
    }
    activation.finishes();
    try {
      finish(client, nodes[random.nextInt(2)]);
      assertWhole(client);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  @Test
  void onlyAnEncoderWithStateCostsAnExtraQuery() {
    activate(nodes[0]).says("a", "b").commits().says("c").finishes();
    var from = new Cursor(1, 1);
    run.queries();

    open(from, StreamEncoding.stateless((item, out) -> {}));
    assertThat(run.queries()).isOne();
    open(from, protocol);
    assertThat(run.queries()).isEqualTo(2);
  }

  private FakeExchange open(Cursor from, StreamEncoding encoding) {
    var exchange = new FakeExchange();
    try (var resumed = nodes[0].streams.resume(run.id, from);
        var place = nodes[0].streams.reserve(Caller.ANONYMOUS)) {
      place.open(resumed, encoding, exchange.request(), exchange.response());
    }
    exchange.output.begin();
    settle();
    return exchange;
  }

  @Test
  void anEncoderBeginsAndEndsTheStreamWithTheStateOfItsReader() {
    activate(nodes[0]).says("a", "b", "c").finishes();
    var counting = new Counting();

    FakeExchange exchange = open(new Cursor(1, 2), counting);

    assertThat(exchange.output.arrived()).isEqualTo("\nbegin 2;3;4;end 4;");
    assertThat(exchange.headers)
        .containsEntry("Content-Type", "application/x-ndjson")
        .containsEntry("X-Counted", "yes");
    assertThat(counting.ended).containsExactly(StreamEnd.COMPLETE);
  }

  @Test
  void afterAResetTheNextEncoderBeginsWithTheStateOfTheCommit() {
    activate(nodes[0]).says("a").commits();
    FakeExchange exchange = open(new Cursor(1, 1), new Counting());
    activate(nodes[0]).says("x", "y").leaves();
    settle();
    assertThat(exchange.output.arrived()).isEqualTo("\nbegin 1;2;3;");

    activate(nodes[0]).says("b").finishes();
    settle();

    assertThat(exchange.output.arrived()).isEqualTo("reset;begin 1;2;3;end 3;");
  }

  @Test
  void aReaderThatMustReconnectBeforeItsStateIsRestoredKeepsItsCursor()
      throws InterruptedException {
    activate(nodes[0]).says("a", "b").commits();
    var exchange = new FakeExchange();
    Node node = nodes[1];
    try (var resumed = node.streams.resume(run.id, new Cursor(1, 2));
        var place = node.streams.reserve(Caller.ANONYMOUS)) {
      place.open(resumed, protocol, exchange.request(), exchange.response());
    }
    exchange.output.begin();

    node.streams.closeAll(Duration.ZERO);

    assertThat(protocol.messages(exchange.output.arrived()))
        .first()
        .satisfies(
            message -> {
              assertThat(message.get("method").asText()).isEqualTo("reconnect");
              assertThat(NumberedBlocks.cursor(message)).isEqualTo(new Cursor(1, 2));
            });
  }

  /** Counts its lines. */
  private static final class Counting implements StreamEncoding {

    private final List<StreamEnd> ended = new ArrayList<>();

    @Override
    public StreamEncoder encoder(RunId run) {
      return new StreamEncoder() {
        private int count;

        @Override
        public void encode(StreamItem item, OutputStream out) throws IOException {
          write(item instanceof StreamItem.Event ? String.valueOf(++count) : "reset", out);
        }

        @Override
        public void begin(OutputStream out) throws IOException {
          write("begin " + count, out);
        }

        @Override
        public void end(OutputStream out) throws IOException {
          write("end " + count, out);
        }
      };
    }

    private static void write(String word, OutputStream out) throws IOException {
      out.write((word + ";").getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public boolean stateful() {
      return true;
    }

    @Override
    public FrameFormat format() {
      return FrameFormat.NDJSON.with("X-Counted", "yes");
    }

    @Override
    public void ended(StreamEnd why) {
      ended.add(why);
    }
  }
}
