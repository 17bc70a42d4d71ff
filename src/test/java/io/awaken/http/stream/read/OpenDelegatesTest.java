package io.awaken.http.stream.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.fixture.CapturedLog;
import io.awaken.http.stream.DelegatePlaces;
import io.awaken.http.stream.StreamThreads;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A reader comes back to a run whose delegates cannot be looked for. */
class OpenDelegatesTest extends RunReaderBed {

  @Test
  void aFailureIsLoggedWithTheTimeOfItsRetry() {
    run.activate(hub, 1).says("a").finishes();

    try (var log = new CapturedLog(OpenDelegates.class)) {
      run.failsOnce(new IllegalStateException("broken"));
      DelegatesReader reader = returning();
      assertThat(read(reader)).isEmpty();
      assertThat(reader.finished()).isFalse();
      assertThat(log.warnings())
          .containsExactly(
              "delegates of run r could not be read; retry in PT2S:"
                  + " java.lang.IllegalStateException: broken");

      timer.advance(POLL);

      assertThat(read(reader)).containsExactly("a", "RunFinish");
      assertThat(reader.finished()).isTrue();
    }
  }

  @Test
  void anUnavailableStoreIsNotLoggedByEachStream() {
    run.activate(hub, 1).says("a").finishes();

    try (var log = new CapturedLog(OpenDelegates.class)) {
      run.failsOnce(new StoreUnavailable("away", null));
      DelegatesReader reader = returning();
      assertThat(read(reader)).isEmpty();

      timer.advance(POLL);

      assertThat(read(reader)).containsExactly("a", "RunFinish");
      assertThat(log.warnings()).isEmpty();
    }
  }

  private DelegatesReader returning() {
    var had = new DelegatePlaces(run.id, Map.of(List.of(1L), new Cursor(1, 1)), true);
    var origin = new DelegatesReader.Origin(run.id, Cursor.START, null, had, false);
    var source =
        new DelegatesReader.Source(
            run, new StreamThreads(threads, timer), (id, at) -> reader(at), POLL);
    var reader = new DelegatesReader(reader(Cursor.START), origin, source);
    reader.start(() -> {}, false);
    return reader;
  }
}
