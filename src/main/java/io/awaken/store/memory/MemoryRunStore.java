package io.awaken.store.memory;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.spec.Cost;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.RunStore.InboxEntry;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.thread.ThreadStore.Page;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Runs over {@link Tables}. */
final class MemoryRunStore implements RunStore {
  private final Tables tables;

  MemoryRunStore(Tables tables) {
    this.tables = tables;
  }

  @Override
  public Optional<RunRecord> find(RunId runId) {
    return tables.call(() -> Optional.ofNullable(tables.runs.get(runId)).map(RunRow::toRecord));
  }

  @Override
  public Page<RunRecord> list(RunQuery query) {
    return tables.call(() -> Lists.runs(tables, query));
  }

  @Override
  public Unfinished unfinished(String tenant, String subject) {
    return tables.call(
        () ->
            new Unfinished(
                count(tenant, subject, RunStatus.CREATED),
                count(tenant, subject, RunStatus.RUNNING),
                count(tenant, subject, RunStatus.WAITING)));
  }

  @Override
  public long unfinished(List<RunId> runs) {
    return tables.call(
        () ->
            runs.stream()
                .map(tables.runs::get)
                .filter(run -> run != null && run.status != RunStatus.DONE)
                .count());
  }

  private long count(String tenant, String subject, RunStatus status) {
    return of(tenant, subject).filter(run -> run.status == status).count();
  }

  private Stream<RunRow> of(String tenant, String subject) {
    return tables.runs.values().stream()
        .filter(
            run ->
                run.caller.tenant().equals(tenant)
                    && (subject == null || run.caller.subject().equals(subject)));
  }

  @Override
  public Spent spent(String tenant, String subject, Duration time, String currency) {
    return tables.call(
        () -> {
          long since = tables.now() - time.toMillis();
          List<RunRecord> runs =
              of(tenant, subject)
                  .map(RunRow::toRecord)
                  .filter(run -> run.createdAt() >= since)
                  .toList();
          BigDecimal cost =
              runs.stream()
                  .map(RunRecord::cost)
                  .filter(each -> each != null && each.currency().equals(currency))
                  .map(Cost::value)
                  .reduce(BigDecimal.ZERO, BigDecimal::add);
          return new Spent(
              runs.stream().mapToLong(run -> run.inputTokens() + run.outputTokens()).sum(), cost);
        });
  }

  @Override
  public List<CallState> calls(RunId runId) {
    return tables.call(
        () -> {
          RunRow run = tables.runs.get(runId);
          return run == null ? List.of() : List.copyOf(run.calls.values());
        });
  }

  @Override
  public List<InboxEntry> inbox(RunId runId) {
    return tables.call(
        () -> {
          RunRow run = tables.runs.get(runId);
          return run == null ? List.of() : run.inbox.stream().map(MemoryRunStore::entry).toList();
        });
  }

  @Override
  public Set<String> senders(RunId runId) {
    return tables.call(
        () -> {
          RunRow run = tables.runs.get(runId);
          return run == null ? Set.of() : Set.copyOf(run.senders);
        });
  }

  private static InboxEntry entry(Submission sent) {
    return new InboxEntry(sent.runId().value(), sent.messages(), sent.spec().clientInput().state());
  }

  @Override
  public CancelResult cancel(RunId runId, Caller by) {
    return tables.call(
        () -> {
          RunRow run = tables.runs.get(runId);
          if (run == null
              || !run.thread.access().allows(by, ThreadAction.WRITE)
              || !run.seenBy(by)) {
            return CancelResult.NOT_FOUND;
          }
          RunState state = tables.stateOf(run);
          return switch (RunRules.decide(state, new RunCommand.Cancel())) {
            case Plan.End end -> {
              tables.end(run, end);
              yield CancelResult.ENDED;
            }
            case Step.STOP -> {
              run.requestCancel(tables.now());
              yield CancelResult.REQUESTED;
            }
            default -> CancelResult.ALREADY_DONE;
          };
        });
  }
}
