package io.awaken.store.memory;

import io.awaken.core.decision.QuestionCounts;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.suspension.QuestionAccess;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.core.webhook.Notices;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Suspensions and decisions over {@link Tables}. */
final class MemorySuspensionStore implements SuspensionStore {
  private static final Comparator<SuspensionRecord> OLDEST_FIRST =
      Comparator.comparingLong(SuspensionRecord::createdAt)
          .thenComparing(SuspensionRecord::key, MemorySuspensionStore::compare);

  private final Tables tables;
  private final MemoryOutboxStore outbox;

  MemorySuspensionStore(Tables tables, MemoryOutboxStore outbox) {
    this.tables = tables;
    this.outbox = outbox;
  }

  private static int compare(SuspensionKey a, SuspensionKey b) {
    return Comparator.<SuspensionKey, String>comparing(key -> key.threadId().value())
        .thenComparing(key -> key.runId().value())
        .thenComparing(SuspensionKey::callId)
        .thenComparingInt(SuspensionKey::ordinal)
        .compare(a, b);
  }

  @Override
  public List<SuspensionRecord> ofRun(RunId runId) {
    return tables.call(
        () -> {
          RunRow run = tables.runs.get(runId);
          return run == null ? List.of() : run.questions.all();
        });
  }

  @Override
  public List<SuspensionRecord> open(ThreadId threadId) {
    return tables.call(
        () -> {
          ThreadRow thread = tables.threads.get(threadId);
          return thread == null || thread.openRun == null
              ? List.of()
              : thread.openRun.questions.all().stream()
                  .filter(row -> row.status() == SuspensionStatus.OPEN && row.ofPeople())
                  .toList();
        });
  }

  @Override
  public List<SuspensionRecord> inbox(InboxQuery query, int limit) {
    return tables.call(
        () -> asked().filter(matches(query)).sorted(OLDEST_FIRST).limit(limit).toList());
  }

  private Stream<SuspensionRecord> asked() {
    return tables.asking.stream().flatMap(run -> run.questions.all().stream());
  }

  private Predicate<SuspensionRecord> matches(InboxQuery query) {
    return row ->
        row.ofPeople()
            && row.tenant().equals(query.tenant())
            && query.statuses().contains(row.status().wire())
            && (query.requester() == null || query.requester().equals(row.requester()))
            && (query.threadId() == null || query.threadId().equals(row.key().threadId()))
            && (query.agentId() == null || query.agentId().equals(row.agentId()))
            && (query.action() == null || query.action().equals(row.ticket().suspension().action()))
            && (query.after() == null || behind(query.after(), row))
            && (query.reader() == null || sees(query.reader(), row));
  }

  private boolean sees(Caller reader, SuspensionRecord row) {
    return QuestionAccess.sees(reader, row, tables.threads.get(row.key().threadId()).access());
  }

  private static boolean behind(InboxQuery.After after, SuspensionRecord row) {
    return row.createdAt() > after.createdAt()
        || (row.createdAt() == after.createdAt() && compare(row.key(), after.key()) > 0);
  }

  @Override
  public DecideOutcome decide(
      SuspensionKey key, String argumentsHash, Decision decision, String by) {
    return tables.call(
        () -> {
          RunRow run = tables.runs.get(key.runId());
          SuspensionRecord asked = run == null ? null : run.questions.find(key);
          Optional<Taken> refusal = QuestionCounts.refusal(asked, argumentsHash);
          if (refusal.isPresent()) {
            return new DecideOutcome(refusal.get(), asked);
          }
          if (overdue(asked)) {
            return new DecideOutcome(Taken.CLOSED, expire(asked).now());
          }
          return take(run, asked.decided(decision, by));
        });
  }

  @Override
  public List<DecideOutcome> expire(int limit) {
    return tables.call(
        () ->
            asked()
                .filter(row -> row.status() == SuspensionStatus.OPEN && overdue(row))
                .sorted(Comparator.comparing(SuspensionRecord::expiresAt))
                .limit(limit)
                .toList()
                .stream()
                .map(this::expire)
                .toList());
  }

  private boolean overdue(SuspensionRecord row) {
    return row.expiresAt() != null && row.expiresAt() <= tables.now();
  }

  private DecideOutcome expire(SuspensionRecord asked) {
    Decision decision = asked.ticket().expiry().decision(tables.now());
    return take(tables.runs.get(asked.key().runId()), asked.decided(decision, Expiry.BY));
  }

  private DecideOutcome take(RunRow run, SuspensionRecord decided) {
    outbox.write(run.thread, run.id, new OutboxChanges(Notices.answered(decided), List.of()), null);
    return tables.decided(run, decided);
  }
}
