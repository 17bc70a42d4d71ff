package io.awaken.http.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.core.store.event.ThreadLogView.Origin;
import io.awaken.core.store.event.ThreadLogView.Within;
import io.awaken.fixture.Failures;
import io.awaken.fixture.RecordedRun;
import io.awaken.fixture.SettableClock;
import io.awaken.http.api.run.AskingApi;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Lists after an event that was never committed, with deleted events. */
@Failures("F39")
class LostCursorListsTest {

  @Test
  void aRunsListDoesNotSkipDeletedEventsAfterALostCursor() {
    var run = new RecordedRun(new SettableClock());
    run.activateElsewhere(1).says("a").commits().says("x", "y", "z").leaves();
    run.activateElsewhere(2).says("b", "c").commits().says("d").commits();
    run.purge(Duration.ZERO, 2);
    assertThat(run.view(run.id, new Cursor(1, 4), 1).orElseThrow().floor())
        .isEqualTo(new Cursor(2, 3));

    EventsView page =
        new RunEventsPage(run.id, new Cursor(1, 4), 50)
            .read(at -> run.view(run.id, at, RunEventsPage.SEGMENTS).orElseThrow());

    assertThat(page.items()).isEmpty();
    assertThat(page.hasMore()).isTrue();
    Cursor next = EventCursors.of(run.id).position(null, page.nextCursor()).orElseThrow();
    assertThat(run.view(run.id, next, 1).orElseThrow().expired(next)).isTrue();
  }

  @Test
  void aThreadsListDoesNotSkipEventsDeletedBetweenItsQueries() {
    var thread = new ThreadId("t");
    var lost = ThreadPosition.at(1).within(new RunId("r"), new Cursor(1, 9));
    Queue<ThreadLogView> queries =
        new ArrayDeque<>(List.of(view(0, new Within(9, 3, 1)), view(5, Within.NONE)));

    EventsView page =
        new ThreadEventsPage(thread, lost, AskingApi.ADA, 50).read(at -> queries.remove());

    assertThat(queries).isEmpty();
    assertThat(page.items()).isEmpty();
    assertThat(page.hasMore()).isTrue();
    ThreadPosition next = EventCursors.of(thread).position(null, page.nextCursor()).orElseThrow();
    assertThat(view(5, Within.NONE).expired(next)).isTrue();
  }

  private static ThreadLogView view(long floor, Within within) {
    return new ThreadLogView(
        new Origin(new ThreadAccess("default", "ada", Sharing.OWNER), 1),
        floor,
        Math.max(floor, 1),
        null,
        within,
        List.of(),
        false);
  }
}
