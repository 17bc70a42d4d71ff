package io.awaken.http.submit;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.open.Streams;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Readers of protocols with their own encoders. */
class RunStreamsTest {

  private static final StreamEncoder KINDS =
      (item, out) -> out.write((kind(item) + " ").getBytes(StandardCharsets.UTF_8));
  private static final StreamEncoding PLAIN = StreamEncoding.stateless(KINDS);
  private static final StreamEncoding STATEFUL =
      new StreamEncoding() {
        @Override
        public StreamEncoder encoder(RunId run) {
          return KINDS;
        }

        @Override
        public boolean stateful() {
          return true;
        }
      };

  private final AskingApi api = new AskingApi(AskingNode.APPROVAL);
  private final FakeExchange exchange = new FakeExchange();

  private static String kind(StreamItem item) {
    return item instanceof StreamItem.Event event
        ? event.event().event().getClass().getSimpleName()
        : item.getClass().getSimpleName();
  }

  private RunId begun(StreamEncoding encoding) {
    return api.beans()
        .streams()
        .begin(
            TestNode.request("t", "pay").by(ADA),
            FieldNames.NATIVE,
            encoding,
            exchange.request(),
            exchange.response())
        .runId();
  }

  private boolean attached(RunPlace place, Caller caller, FakeExchange to) {
    return api.beans().streams().attach(place, caller, PLAIN, to.request(), to.response());
  }

  private static RunPlace behind(RunId run, Cursor cursor) {
    return new RunPlace(run, cursor, Cursor::toString, FieldNames.NATIVE);
  }

  @Test
  void aRunIsAcceptedAndReadByAnEncoderWithState() {
    begun(STATEFUL);
    exchange.output.begin();
    api.asking.node.executeAll();
    api.threads.runAll();

    assertThat(exchange.output.arrived()).contains("RunStart ").endsWith("RunFinish ");
    assertThat(exchange.resumed()).isOne();
  }

  @Test
  void aClientDecidesAndStreamsInOneRequest() {
    RunId run = begun(PLAIN);
    api.asking.node.executeAll();
    var streams = api.beans().streams();
    Cursor before = streams.end(run);
    assertThat(attached(behind(run, before), BOB, new FakeExchange())).isFalse();
    String call = api.asking.question(run).callId();

    var yes = DecisionRequest.of(BOB, call, DecisionAction.RESUME);
    api.beans().decisions().decide(run, yes, question -> null);
    var following = new FakeExchange();
    assertThat(attached(behind(run, before), BOB, following)).isTrue();
    following.output.begin();
    api.asking.goOn();
    api.threads.runAll();

    assertThat(following.output.arrived())
        .doesNotContain("RunStart")
        .contains("ToolCallResumed", "ToolCallDone")
        .endsWith("RunFinish ");
  }

  @Test
  void aRunOfAnotherTenantIsNotFound() {
    RunId run = begun(PLAIN);

    Refusal refusal =
        refusal(() -> attached(behind(run, Cursor.START), STRANGER, new FakeExchange()));

    assertThat(refusal.status()).isEqualTo(404);
    assertThat(refusal.code()).isEqualTo("run_not_found");
  }

  @Test
  void anEncoderWithStateIsRefusedWhenTheStartOfItsRunIsDeleted() {
    var clock = new SettableClock();
    var run = new RecordedRun(clock);
    var threads = new StreamThreads(new ManualExecutor(), new ManualScheduler(clock));
    var hub = Hubs.alone();
    var streams = new Streams(hub, run, StreamSettings.DEFAULTS, threads, clock);
    run.activate(hub, 1).says("a").commits().says("b").commits().says("c").finishes();
    run.purge(Duration.ZERO, 1);
    var reading = SubmitBeans.reading(streams);
    RunPlace place = behind(run.id, new Cursor(1, 2));

    Refusal refusal =
        refusal(
            () ->
                reading.attach(
                    place, Caller.ANONYMOUS, STATEFUL, exchange.request(), exchange.response()));

    assertThat(refusal.status()).isEqualTo(410);
    assertThat(refusal.details()).isEqualTo(new ExpiredCursor("1-1"));
    assertThat(streams.count()).isZero();
    assertThat(
            reading.attach(place, Caller.ANONYMOUS, PLAIN, exchange.request(), exchange.response()))
        .isTrue();
  }
}
