package io.awaken.core.loop;

import io.awaken.core.commit.DocumentStore;
import io.awaken.core.commit.EventLog;
import io.awaken.core.commit.OutboxStore;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.commit.ToolTransactions;
import io.awaken.core.context.ContextLimits;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.Summaries;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.event.EventSink;
import io.awaken.core.state.RestorePolicy;
import io.awaken.core.state.profile.ProfileStore;
import java.util.Optional;

/**
 * What the loop reads and writes.
 *
 * @param threads the history and the state of the thread
 * @param runs the calls of a run that goes on
 * @param suspensions its questions, and what was decided
 * @param log the events of a run that goes on
 * @param commits every write of the run
 * @param tools transactions of tools, if the store has any
 * @param sinks where its events are published
 * @param profile shared values, if the runtime keeps any (features row 61)
 * @param restoring what becomes of stored state that no plugin can read
 * @param documents what runs resolved when they began
 * @param limits what bounds each run
 * @param budget the memory that all runs share for their conversations
 * @param outbox what was committed for plugins to be told
 * @param estimator counts what requests to the model have
 * @param summaries makes summaries of long conversations beside the runs
 */
public record LoopPorts(
    ThreadStore threads,
    RunStore runs,
    SuspensionStore suspensions,
    EventLog log,
    RunCommit commits,
    Optional<ToolTransactions> tools,
    EventSink.Factory sinks,
    Optional<ProfileStore> profile,
    RestorePolicy restoring,
    DocumentStore documents,
    ContextLimits limits,
    HistoryBudget budget,
    OutboxStore outbox,
    TokenEstimator estimator,
    Summaries summaries) {

  /** Ports without shared values, restoring as usual, with the usual limits. */
  public LoopPorts(
      ThreadStore threads,
      RunStore runs,
      SuspensionStore suspensions,
      EventLog log,
      RunCommit commits,
      EventSink.Factory sinks) {
    this(
        threads,
        runs,
        suspensions,
        log,
        commits,
        Optional.empty(),
        sinks,
        Optional.empty(),
        RestorePolicy.DEFAULT,
        DocumentStore.NONE,
        ContextLimits.DEFAULT,
        HistoryBudget.unlimited(),
        OutboxStore.NONE,
        TokenEstimator.HEURISTIC,
        Summaries.NONE);
  }

  /** The same with shared values. */
  public LoopPorts with(ProfileStore shared) {
    return with(tools, Optional.of(shared), restoring, documents);
  }

  /** The same with transactions of tools. */
  public LoopPorts with(ToolTransactions transactions) {
    return with(Optional.of(transactions), profile, restoring, documents);
  }

  /** The same, restoring otherwise. */
  public LoopPorts with(RestorePolicy policy) {
    return with(tools, profile, policy, documents);
  }

  /** The same with documents of runs. */
  public LoopPorts with(DocumentStore kept) {
    return with(tools, profile, restoring, kept);
  }

  /** The same within these limits. */
  public LoopPorts within(ContextLimits bounds, HistoryBudget memory) {
    return new LoopPorts(
        threads,
        runs,
        suspensions,
        log,
        commits,
        tools,
        sinks,
        profile,
        restoring,
        documents,
        bounds,
        memory,
        outbox,
        estimator,
        summaries);
  }

  /** The same with this outbox. */
  public LoopPorts with(OutboxStore entries) {
    return new LoopPorts(
        threads,
        runs,
        suspensions,
        log,
        commits,
        tools,
        sinks,
        profile,
        restoring,
        documents,
        limits,
        budget,
        entries,
        estimator,
        summaries);
  }

  /** The same with another estimator of tokens. */
  public LoopPorts with(TokenEstimator counts) {
    return new LoopPorts(
        threads,
        runs,
        suspensions,
        log,
        commits,
        tools,
        sinks,
        profile,
        restoring,
        documents,
        limits,
        budget,
        outbox,
        counts,
        summaries);
  }

  /** The same with summaries. */
  public LoopPorts with(Summaries beside) {
    return new LoopPorts(
        threads,
        runs,
        suspensions,
        log,
        commits,
        tools,
        sinks,
        profile,
        restoring,
        documents,
        limits,
        budget,
        outbox,
        estimator,
        beside);
  }

  private LoopPorts with(
      Optional<ToolTransactions> transactions,
      Optional<ProfileStore> shared,
      RestorePolicy policy,
      DocumentStore kept) {
    return new LoopPorts(
        threads,
        runs,
        suspensions,
        log,
        commits,
        transactions,
        sinks,
        shared,
        policy,
        kept,
        limits,
        budget,
        outbox,
        estimator,
        summaries);
  }
}
