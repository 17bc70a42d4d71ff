package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Segment;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Databases;
import io.awaken.store.jpa.JpaStores;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The invariants I1 to I4, checked in the rows after all work has ended. */
final class RowInvariants {
  private static final int ALL = 1_000;

  /**
   * The events of a run are numbered from one without a gap, and no earlier activation writes
   * again.
   */
  private static final String BROKEN_LOGS =
      "SELECT count(*) FROM (SELECT first_seq, last_seq, epoch, lag(last_seq, 1, 0) OVER log AS"
          + " before, lag(epoch, 1, 0) OVER log AS older FROM awaken_segment WINDOW log AS"
          + " (PARTITION BY thread_key, run_key ORDER BY last_seq)) s WHERE first_seq <> before + 1"
          + " OR last_seq < first_seq OR epoch < older";

  private static final String BROKEN_THREADS =
      "SELECT count(*) FROM awaken_thread t WHERE message_count <> (SELECT count(*)"
          + " FROM awaken_message m WHERE m.thread_key = t.thread_key)"
          + " OR message_count <> (SELECT coalesce(max(seq), 0)"
          + " FROM awaken_message m WHERE m.thread_key = t.thread_key)"
          + " OR slot_job IS NOT NULL OR open_run IS NOT NULL";

  private static final String DOUBLE_COMMITS =
      "SELECT count(*) FROM (SELECT 1 FROM awaken_segment WHERE commit_id IS NOT NULL"
          + " GROUP BY thread_key, commit_id HAVING count(*) > 1) c";

  private static final String LIVE_JOBS =
      "SELECT count(*) FROM awaken_job WHERE status IN ('queued', 'claimed')";

  private static final String LISTED =
      "SELECT (SELECT count(*) FROM awaken_queue) + (SELECT count(*) FROM awaken_lease)";

  private static final String OPEN_CALLS =
      "SELECT count(*) FROM awaken_call WHERE status NOT IN ('succeeded', 'failed', 'cancelled')";

  private final JpaStores stores;
  private final Databases.Fresh direct;
  private long runs;

  RowInvariants(JpaStores stores, Databases.Fresh direct) {
    this.stores = stores;
    this.direct = direct;
  }

  /**
   * @param answered runs of the answered requests, by the text of the request
   * @return how each of them ended
   */
  Map<RunId, TerminationReason> hold(Map<String, RunId> answered) {
    runs += answered.size();
    assertThat(direct.number("SELECT count(*) FROM awaken_run")).as("I1: runs").isEqualTo(runs);
    assertThat(direct.number(BROKEN_LOGS)).as("I2, I3: logs").isZero();
    assertThat(direct.number(DOUBLE_COMMITS)).as("I2: commits").isZero();
    assertThat(direct.number(BROKEN_THREADS)).as("I2: threads").isZero();
    assertThat(direct.number(LIVE_JOBS)).as("I4: jobs").isZero();
    assertThat(direct.number(LISTED)).as("I4: lists of jobs").isZero();
    assertThat(direct.number(OPEN_CALLS)).as("I5: calls").isZero();
    var ends = new HashMap<RunId, TerminationReason>();
    answered.forEach((submitted, id) -> ends.put(id, hold(submitted, id)));
    return ends;
  }

  private TerminationReason hold(String submitted, RunId id) {
    var run = stores.runs().find(id).orElseThrow();
    assertThat(run.status()).as("I4: " + id).isEqualTo(RunStatus.DONE);
    assertThat(terminations(id)).as("I4: " + id).containsExactly(run.termination());
    List<Message> history = stores.threads().history(run.threadId());
    assertThat(history)
        .as("I1: " + submitted)
        .filteredOn(message -> message.role() == Role.USER)
        .extracting(Message::text)
        .containsOnlyOnce("please " + submitted);
    if (run.termination() instanceof TerminationReason.NaturalEnd) {
      assertThat(run.finalOutput()).isEqualTo("It is done.");
    } else {
      assertThat(run.termination()).isInstanceOf(TerminationReason.Cancelled.class);
    }
    return run.termination();
  }

  /** Returns the endings of a run in the log; waiting is none. */
  private List<TerminationReason> terminations(RunId run) {
    return stores.events().read(run, 0, ALL).stream()
        .map(Segment::entries)
        .flatMap(List::stream)
        .map(Segment.Entry::event)
        .filter(AgentEvent.RunFinish.class::isInstance)
        .map(event -> ((AgentEvent.RunFinish) event).termination())
        .filter(end -> !(end instanceof TerminationReason.Suspended))
        .toList();
  }
}
