package io.awaken.http.stream.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.read.StreamTexts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One caller opens streams as fast as it can. */
@Attacks("S31")
class StreamStormTest {

  private static final int OPENS = 1_000;
  private static final Caller ANN = new Caller("acme", "ann", Set.of());
  private static final Caller STORMING = new Caller("acme", "bob", Set.of());
  private static final StreamEncoder PLAIN =
      (item, out) -> out.write((StreamTexts.of(item) + " ").getBytes(StandardCharsets.UTF_8));

  private final SettableClock clock = new SettableClock();
  private final ManualScheduler timer = new ManualScheduler(clock);
  private final ManualExecutor threads = new ManualExecutor();
  private final LiveHub hub = Hubs.alone();
  private final RecordedRun run = new RecordedRun(clock);
  private final List<FakeExchange> opened = new ArrayList<>();

  @Test
  void aCallerOverItsLimitIsRefusedAndOtherStreamsContinue() {
    var streams = streams(StreamSettings.DEFAULTS);
    FakeExchange others = open(streams, ANN);
    var activation = run.activate(hub, 1).says("before");

    List<StreamsExhausted> refused = storm(streams, STORMING);

    assertThat(refused)
        .hasSize(OPENS - StreamSettings.DEFAULTS.perPrincipal())
        .extracting(StreamsExhausted::scope)
        .containsOnly(StreamsExhausted.Scope.PRINCIPAL);
    assertThat(streams.count()).isEqualTo(1 + StreamSettings.DEFAULTS.perPrincipal());
    activation.says("after").finishes();
    threads.runAll();
    assertThat(others.output.arrived()).endsWith("before after RunFinish ");
    assertThat(opened).allSatisfy(mine -> assertThat(mine.resumed()).isOne());
    assertThat(streams.count()).isZero();
  }

  @Test
  void manyAnonymousCallersAreRefusedByTheNodeAndOpenStreamsContinue() {
    var streams = streams(new StreamSettings(20, 50, 1_000, 1 << 20, 32, times()));
    FakeExchange others = open(streams, ANN);

    List<StreamsExhausted> refused = storm(streams, Caller.ANONYMOUS);

    assertThat(refused)
        .hasSize(OPENS - 49)
        .extracting(StreamsExhausted::scope)
        .containsOnly(StreamsExhausted.Scope.NODE);
    run.activate(hub, 1).says("after").finishes();
    threads.runAll();
    assertThat(others.output.arrived()).endsWith("after RunFinish ");
    assertThat(streams.count()).isZero();
  }

  private static StreamSettings.Times times() {
    return StreamSettings.Times.DEFAULTS;
  }

  private Streams streams(StreamSettings settings) {
    return new Streams(hub, run, settings, new StreamThreads(threads, timer), clock);
  }

  private List<StreamsExhausted> storm(Streams streams, Caller caller) {
    var refused = new ArrayList<StreamsExhausted>();
    for (int i = 0; i < OPENS; i++) {
      try {
        opened.add(open(streams, caller));
      } catch (StreamsExhausted e) {
        refused.add(e);
      }
    }
    return refused;
  }

  private FakeExchange open(Streams streams, Caller caller) {
    Streams.Reservation place = streams.reserve(caller);
    var exchange = new FakeExchange();
    place.open(
        StreamRequest.ofNew(run.id),
        StreamEncoding.stateless(PLAIN),
        exchange.request(),
        exchange.response());
    exchange.output.begin();
    return exchange;
  }
}
