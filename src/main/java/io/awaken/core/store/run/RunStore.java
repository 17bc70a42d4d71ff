package io.awaken.core.store.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.thread.ThreadStore.Page;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads and cancels runs. Thread-safe; each call is a separate transaction. */
public interface RunStore {

  Optional<RunRecord> find(RunId runId);

  /** Returns the states of runs, without runs that do not exist. One statement in a database. */
  default Map<RunId, RunStatus> states(Collection<RunId> runs) {
    Map<RunId, RunStatus> found = new HashMap<>();
    runs.forEach(id -> find(id).ifPresent(run -> found.put(id, run.status())));
    return found;
  }

  /**
   * Returns a page of runs, newest first, and the number of runs that match its filter: three
   * statements. The page has at least one run, if there is one, and ends before the run that would
   * exceed its bytes.
   */
  Page<RunRecord> list(RunQuery query);

  /** Counts a tenant's unfinished runs by status: one statement. */
  default Unfinished unfinished(String tenant) {
    return unfinished(tenant, null);
  }

  /**
   * Counts one subject's unfinished runs.
   *
   * @param subject null for the whole tenant
   */
  Unfinished unfinished(String tenant, String subject);

  /**
   * Sums the usage of finished runs that were accepted within this time and whose threads still
   * exist: one statement.
   *
   * @param subject null for the whole tenant
   * @param currency of the summed cost
   */
  Spent spent(String tenant, String subject, Duration time, String currency);

  /** Counts those of these runs that exist and are not done: one statement. */
  long unfinished(List<RunId> runs);

  /** Returns the calls of a run in the order in which the model requested them. */
  List<CallState> calls(RunId runId);

  /** Returns a run's unread messages in order of arrival. */
  List<InboxEntry> inbox(RunId runId);

  /**
   * Returns the subjects that spoke to a run: its own, and each that sent it messages, read or
   * unread. A redriven run includes the speakers of the dead-letter run. Available until the run is
   * finished; empty when the run does not exist.
   */
  Set<String> senders(RunId runId);

  /**
   * Cancels a run: ends it if no node executes it, otherwise stores a cancellation for its owner.
   * Repeating the call changes nothing.
   */
  CancelResult cancel(RunId runId, Caller by);

  /**
   * Numbers of unfinished runs.
   *
   * @param created queued, not started
   * @param running executing
   * @param waiting waiting for a decision
   */
  record Unfinished(long created, long running, long waiting) {}

  /**
   * Usage of runs.
   *
   * @param tokens input and output together
   * @param cost of model calls with a price
   */
  record Spent(long tokens, BigDecimal cost) {}

  /** The result of a cancellation. */
  enum CancelResult {
    /** The owner will end the run. */
    REQUESTED,
    /** The call ended the run. */
    ENDED,
    /** The run had already ended. */
    ALREADY_DONE,
    NOT_FOUND
  }

  /**
   * Messages that callers sent to a run that has started (mode {@code steer}).
   *
   * @param entryId its id; the commit that consumes it names it
   * @param messages the messages, with ids
   * @param state the new state shared with the client; null for no change
   */
  record InboxEntry(String entryId, List<Message> messages, JsonNode state) {}
}
