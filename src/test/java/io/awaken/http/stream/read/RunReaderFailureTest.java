package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.fixture.CapturedLog;
import org.junit.jupiter.api.Test;

/** A failing reader ends; the run and other readers continue. */
class RunReaderFailureTest extends RunReaderBed {

  private int calls;

  @Test
  void aReaderThatFailsWithAnErrorIsAskedToReconnectAndTheRunContinues() {
    RunReader failing = reader(Cursor.START);
    RunReader other = fresh();
    failing.start(
        () -> {
          calls++;
          throw new NoClassDefFoundError("Gone");
        },
        true);

    try (var log = new CapturedLog(LogReader.class);
        var hopeless = new CapturedLog("io.awaken.http.stream.live.LiveChannel")) {
      var activation = run.activate(hub, 1).says("a");
      int before = calls;
      activation.says("b").finishes();

      assertThat(log.warnings())
          .containsExactly(
              "a reader of run r failed and is asked to reconnect; the run continues: Gone");
      assertThat(hopeless.warnings()).singleElement().asString().endsWith(": Gone");
      assertThat(calls).isEqualTo(before);
    }
    assertThat(read(failing)).containsExactly("reconnect:0-0");
    assertThat(failing.finished()).isTrue();
    assertThat(read(other)).containsExactly("a", "b", "RunFinish");
  }

  @Test
  void anErrorDuringAReadIsRetriedLikeAnyFailure() {
    run.activate(hub, 1).says("a").finishes();
    run.failsOnce(new NoClassDefFoundError("Gone"));

    try (var log = new CapturedLog(LogReader.class)) {
      RunReader reader = behind(0, 0);
      assertThat(read(reader)).isEmpty();
      assertThat(log.warnings()).hasSize(1);

      timer.advance(POLL);

      assertThat(read(reader)).containsExactly("a", "RunFinish");
    }
  }

  @Test
  void anUnavailableStoreIsNotLoggedByEachStream() {
    run.activate(hub, 1).says("a").finishes();
    run.failsOnce(new StoreUnavailable("away", null));

    try (var log = new CapturedLog(LogReader.class)) {
      RunReader reader = behind(0, 0);
      assertThat(read(reader)).isEmpty();
      assertThat(reader.finished()).isFalse();

      timer.advance(POLL);

      assertThat(read(reader)).containsExactly("a", "RunFinish");
      assertThat(log.warnings()).isEmpty();
    }
  }
}
