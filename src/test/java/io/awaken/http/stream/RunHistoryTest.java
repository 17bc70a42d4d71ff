package io.awaken.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.commit.EventLog;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.RunHistory.Standing;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Where a cursor stands while its own activation, or the next one, commits between two looks. */
class RunHistoryTest {

  private static final Cursor AT = new Cursor(5, 12);

  @Test
  void aCommitBetweenTwoLooksIsNoReasonToTakeAnythingBack() {
    assertThat(standing(0, 18, 18)).isEqualTo(Standing.COMMITTED);
    assertThat(standing(4, 9, 9)).isEqualTo(Standing.OPEN);
  }

  @Test
  void whatALaterEpochWentOnWithoutIsLost() {
    assertThat(standing(4, 18, 4)).isEqualTo(Standing.LOST);
    assertThat(standing(0, 3, 0)).isEqualTo(Standing.LOST);
  }

  @Test
  void nobodyKnowsYetWhatIsNotCommittedByAnybody() {
    assertThat(standing(0, 0)).isEqualTo(Standing.OPEN);
    assertThat(standing(4, 4)).isEqualTo(Standing.OPEN);
  }

  @Test
  void whatIsCommittedTakesOneLook() {
    assertThat(standing(12)).isEqualTo(Standing.COMMITTED);
  }

  /**
   * @param committed the last sequence number that each look finds, in this order
   */
  private static Standing standing(long... committed) {
    var log = new GrowingLog(committed);
    Standing found = new RunHistory(new RunId("run"), log, null).standing(AT, false);
    assertThat(log.looks).isEmpty();
    return found;
  }

  /** A log of which every look may find more. */
  private static final class GrowingLog implements EventLog {
    private final Queue<Long> looks = new ArrayDeque<>();

    private GrowingLog(long... committed) {
      for (long each : committed) {
        looks.add(each);
      }
    }

    @Override
    public List<Segment> read(RunId runId, long afterSequence, int limit) {
      return List.of();
    }

    @Override
    public long lastSequence(RunId runId, long epoch) {
      return looks.remove();
    }
  }
}
