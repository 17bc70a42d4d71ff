package io.awaken.protocol.agui.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.Caller;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.open.Streams;
import io.awaken.protocol.agui.event.AguiReader.Frame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The output for a reader whose events were never committed. */
@Rows({175, 240})
@Failures("F38")
class AguiResetTest {

  private final SettableClock clock = new SettableClock();
  private final ManualExecutor threads = new ManualExecutor();
  private final LiveHub hub = Hubs.alone();
  private final RecordedRun run = new RecordedRun(clock);
  private final Streams streams =
      new Streams(
          hub,
          run,
          StreamSettings.DEFAULTS,
          new StreamThreads(threads, new ManualScheduler(clock)),
          clock);

  private FakeExchange open(FramePosition place) {
    var exchange = new FakeExchange();
    try (var resumed = streams.resume(run.id, place.from());
        var reserved = streams.reserve(Caller.ANONYMOUS)) {
      var reading =
          new AguiEncoding.Reading(
              new RunNames("t", "r1", null, Dialect.V1_0), 0, place, AguiReader.HISTORY, Set.of());
      reserved.open(resumed, new AguiEncoding(reading), exchange.request(), exchange.response());
    }
    exchange.output.begin();
    threads.runAll();
    return exchange;
  }

  private static List<String> types(List<Frame> frames) {
    return frames.stream().map(Frame::type).toList();
  }

  private List<Frame> frames(FakeExchange exchange) {
    threads.runAll();
    return AguiReader.frames(exchange.output.arrived());
  }

  @Test
  void discardedOutputIsReplacedBySnapshots() {
    FakeExchange exchange = open(FramePosition.START);
    run.activate(hub, 1)
        .emits(new AgentEvent.RunStart("t", "r", null))
        .emits(new AgentEvent.StepStart("m1"))
        .emits(new AgentEvent.TextDelta("m1", "kept "))
        .commits()
        .emits(new AgentEvent.TextDelta("m1", "void"))
        .emits(new AgentEvent.ToolCallStart("c1", "pay"))
        .leaves();
    List<Frame> before = frames(exchange);

    run.activate(hub, 2)
        .emits(new AgentEvent.TextDelta("m1", "and true"))
        .emits(new AgentEvent.StepEnd())
        .finishes();
    List<Frame> after = frames(exchange);

    assertThat(types(before)).endsWith("TEXT_MESSAGE_END", "TOOL_CALL_START");
    assertThat(types(after))
        .containsExactly(
            "TOOL_CALL_END",
            "STEP_FINISHED",
            "MESSAGES_SNAPSHOT",
            "STEP_STARTED",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "STEP_FINISHED",
            "RUN_FINISHED");
    assertThat(after.get(2).event().at("/messages/1/content").asText()).isEqualTo("kept ");
    var all = new ArrayList<>(before);
    all.addAll(after);
    assertThat(AguiRules.breaches(all)).isEmpty();
  }

  @Test
  void aReaderWithDiscardedOutputIsReset() {
    FakeExchange exchange = open(FramePosition.START);
    run.activate(hub, 1)
        .emits(new AgentEvent.StepStart("m1"))
        .emits(new AgentEvent.TextDelta("m1", "kept"))
        .commits()
        .emits(new AgentEvent.TextDelta("m1", "void"))
        .emits(new AgentEvent.TextDelta("m1", "void"))
        .leaves();
    List<Frame> had = frames(exchange);
    exchange.output.breakConnection();
    run.activate(hub, 2).emits(new AgentEvent.TextDelta("m1", "true")).finishes();

    for (int i : List.of(had.size() - 1, had.size() - 2)) {
      FakeExchange again = open(FramePosition.parse(had.get(i).id()).orElseThrow());
      List<Frame> received = frames(again);
      assertThat(types(received)).containsExactly("RUN_ERROR");
      assertThat(received.getFirst().event().get("code").asText()).isEqualTo("reset");
      assertThat(again.resumed()).isOne();
    }
  }

  @Test
  void aStreamClosedByTheServerReportsThatTheRunContinues() throws InterruptedException {
    FakeExchange exchange = open(FramePosition.START);
    run.activate(hub, 1).emits(new AgentEvent.StepStart("m1")).says("a").commits();
    frames(exchange);

    streams.closeAll(Duration.ZERO);
    List<Frame> last = frames(exchange);

    assertThat(types(last)).containsExactly("RUN_ERROR");
    assertThat(last.getFirst().event().get("code").asText()).isEqualTo("reconnect");
    assertThat(last.getFirst().id()).isNull();
  }

  @Test
  void theStreamEndsWithItsProtocolRun() {
    run.activate(hub, 1).emits(new AgentEvent.StepStart("m1")).says("a").parks();
    run.decided();
    run.activate(hub, 2).says("b").commits();

    FakeExchange exchange = open(FramePosition.START);
    List<Frame> all = frames(exchange);

    assertThat(types(all)).endsWith("RUN_FINISHED").doesNotHaveDuplicates();
    assertThat(exchange.resumed()).as("the response has ended").isOne();
  }
}
