package io.awaken.core.store.run;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.thread.ThreadStore.Page;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads runs, and takes cancellations. Thread-safe; each call is a transaction of its own. */
public interface RunStore {

  Optional<RunRecord> find(RunId runId);

  /**
   * A page of runs, newest first, and how many its filter lets through: three statements. The page
   * has at least one run, if there is one, and is cut before the one that brings it over its bytes.
   */
  Page<RunRecord> list(RunQuery query);

  /** How many runs of a tenant are not done, and where they are: one statement. */
  default Unfinished unfinished(String tenant) {
    return unfinished(tenant, null);
  }

  /**
   * The same of one subject.
   *
   * @param subject null for all of the tenant
   */
  Unfinished unfinished(String tenant, String subject);

  /**
   * What runs used that were accepted in the time before now, as far as they are done and their
   * threads are there: one statement.
   *
   * @param subject null for all of the tenant
   * @param currency of the cost that is added up
   */
  Spent spent(String tenant, String subject, Duration time, String currency);

  /** The calls of a run in the order in which the model asked for them. */
  List<CallState> calls(RunId runId);

  /** Messages for a run that it has not taken in, in the order of arrival. */
  List<InboxEntry> inbox(RunId runId);

  /**
   * The subjects that have said something to a run: its own, whose messages it began with, and each
   * that sent it messages since, whether or not it has read them. A run that repeats one of the
   * dead letter has that one's speakers as well. Known as long as the run is not done; empty when
   * there is no such run.
   */
  Set<String> senders(RunId runId);

  /**
   * Cancels a run: ends it here when nobody executes it, else leaves a durable note for its owner.
   * Repeating it changes nothing.
   */
  CancelResult cancel(RunId runId, Caller by);

  /**
   * Runs that are not done.
   *
   * @param created that wait in the queue and have not begun
   * @param running that execute
   * @param waiting that wait for somebody
   */
  record Unfinished(long created, long running, long waiting) {}

  /**
   * What runs used.
   *
   * @param tokens input and output together
   * @param cost of calls of models that have prices
   */
  record Spent(long tokens, BigDecimal cost) {}

  /** What became of a cancellation. */
  enum CancelResult {
    /** The owner will end the run. */
    REQUESTED,
    /** The run was ended here. */
    ENDED,
    /** It was over before. */
    ALREADY_DONE,
    /** There is no such run. */
    NOT_FOUND
  }
}
