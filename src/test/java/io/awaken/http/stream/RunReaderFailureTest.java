package io.awaken.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.commit.StoreUnavailable;
import io.awaken.core.event.Cursor;
import io.awaken.fixture.CapturedLog;
import org.junit.jupiter.api.Test;

/** A reader that fails is ended; run and other readers go on. */
class RunReaderFailureTest extends RunReaderBed {

  private int calls;

  @Test
  void a_reader_that_fails_with_an_error_is_sent_back_and_the_run_goes_on() {
    RunReader failing = reader(Cursor.START);
    RunReader other = fresh();
    failing.start(
        () -> {
          calls++;
          throw new NoClassDefFoundError("Gone");
        },
        true);

    try (var log = new CapturedLog(RunReader.class);
        var hopeless = new CapturedLog(LiveChannel.class)) {
      var activation = run.activate(hub, 1).says("a");
      int told = calls;
      activation.says("b").finishes();

      assertThat(log.warnings())
          .containsExactly("a reader of run r failed and is to come back; the run goes on: Gone");
      assertThat(hopeless.warnings()).singleElement().asString().endsWith(": Gone");
      assertThat(calls).isEqualTo(told);
    }
    assertThat(read(failing)).containsExactly("reconnect:0-0");
    assertThat(failing.finished()).isTrue();
    assertThat(read(other)).containsExactly("a", "b", "RunFinish");
  }

  @Test
  void an_error_while_the_log_is_read_is_tried_again_like_any_other_failure() {
    run.activate(hub, 1).says("a").finishes();
    run.failsOnce(new NoClassDefFoundError("Gone"));

    try (var log = new CapturedLog(RunLogReader.class)) {
      RunReader reader = behind(0, 0);
      assertThat(read(reader)).isEmpty();
      assertThat(log.warnings()).hasSize(1);

      timer.advance(POLL);

      assertThat(read(reader)).containsExactly("a", "RunFinish");
    }
  }

  @Test
  void a_store_that_is_away_is_waited_for_without_a_word_of_each_stream() {
    run.activate(hub, 1).says("a").finishes();
    run.failsOnce(new StoreUnavailable("away", null));

    try (var log = new CapturedLog(RunLogReader.class)) {
      RunReader reader = behind(0, 0);
      assertThat(read(reader)).isEmpty();
      assertThat(reader.finished()).isFalse();

      timer.advance(POLL);

      assertThat(read(reader)).containsExactly("a", "RunFinish");
      assertThat(log.warnings()).isEmpty();
    }
  }
}
