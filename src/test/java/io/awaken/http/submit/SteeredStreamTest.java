package io.awaken.http.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.SettableClock;
import io.awaken.http.stream.open.StreamRequest;
import org.junit.jupiter.api.Test;

/** The stream of a client whose messages steer an active run. */
class SteeredStreamTest {

  private final RecordedRun run = new RecordedRun(new SettableClock());

  SteeredStreamTest() {
    run.activate((id, epoch, last) -> new io.awaken.testkit.CollectingSink(), 3)
        .says("a", "b")
        .commits();
  }

  @Test
  void itStartsAfterTheLastCommit() {
    assertThat(SteeredStream.of(run.id, run, id -> false))
        .isEqualTo(StreamRequest.behind(run.id, new Cursor(3, 2)));
  }

  @Test
  void aWaitingRunRepeatsItsLastEvent() {
    assertThat(SteeredStream.of(run.id, run, id -> true))
        .isEqualTo(StreamRequest.behind(run.id, new Cursor(3, 1)));
  }

  @Test
  void acceptedMessagesAreNotRefusedWhenTheLogIsUnreadable() {
    run.broken(true);

    assertThat(SteeredStream.of(run.id, run, id -> false))
        .isEqualTo(StreamRequest.behind(run.id, Cursor.START));
  }
}
