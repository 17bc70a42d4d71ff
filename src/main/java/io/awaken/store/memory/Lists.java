package io.awaken.store.memory;

import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Lists of runs and of jobs, newest first. Guarded by the tables' lock. */
final class Lists {
  private static final Comparator<Position> NEWEST_FIRST =
      Comparator.comparingLong(Position::at).thenComparing(Position::id).reversed();

  private Lists() {}

  private record Position(long at, String id) {}

  static Page<RunRecord> runs(Tables tables, RunQuery query) {
    var after = query.after();
    RunQuery.Changes changes = query.changes();
    Function<RunRow, Position> position =
        changes == null ? Lists::position : run -> new Position(run.updatedAt, run.id.value());
    List<RunRow> all =
        sorted(
            tables.runs.values().stream()
                .filter(run -> passes(run, query.filter()))
                .filter(run -> changes == null || passes(run, changes)),
            position);
    var page =
        behind(
                all,
                position,
                after == null ? null : new Position(after.time(), after.runId().value()))
            .skip(query.skip())
            .limit(query.limit())
            .toList();
    return cut(page, Lists::bytes, query.bytes(), all.size(), RunRow::toRecord);
  }

  private static boolean passes(RunRow run, RunQuery.Changes changes) {
    boolean ended =
        changes.endings().isEmpty()
            || run.outcome != null && changes.endings().contains(run.outcome.termination().kind());
    return ended && (changes.since() == null || run.updatedAt >= changes.since());
  }

  private static boolean passes(RunRow run, RunQuery.Filter filter) {
    return run.caller.tenant().equals(filter.tenant())
        && (filter.subject() == null || filter.subject().equals(run.caller.subject()))
        && (filter.status() == null || filter.status() == run.status)
        && (filter.agentId() == null || filter.agentId().equals(run.spec.agentId()))
        && (filter.threadId() == null || filter.threadId().equals(run.thread.id))
        && (filter.parentRunId() == null || filter.parentRunId().equals(run.spec.parentRunId()))
        && run.thread.readableBy(filter.reader());
  }

  static Page<JobRecord> jobs(Tables tables, JobQuery query, int maxAttempts) {
    var after = query.after();
    List<JobRow> all =
        sorted(
            tables.jobs.values().stream().filter(job -> passes(job, query.filter())),
            Lists::position);
    var page =
        behind(
                all,
                Lists::position,
                after == null ? null : new Position(after.createdAt(), after.jobId().value()))
            .skip(query.skip())
            .limit(query.limit())
            .toList();
    return cut(page, Lists::bytes, query.bytes(), all.size(), job -> job.toRecord(maxAttempts));
  }

  private static boolean passes(JobRow job, JobQuery.Filter filter) {
    return job.run.caller.tenant().equals(filter.tenant())
        && (filter.subject() == null || filter.subject().equals(job.run.caller.subject()))
        && (filter.threadId() == null || filter.threadId().equals(job.run.thread.id))
        && (filter.status() == null || filter.status() == job.status)
        && job.run.thread.readableBy(filter.reader());
  }

  private static long bytes(RunRow run) {
    long bytes = 0;
    if (run.status == RunStatus.WAITING) {
      for (SuspensionRecord question : run.questions.all()) {
        bytes += question.status() == SuspensionStatus.OPEN ? bytes(question.ticket()) : 0;
      }
    }
    return bytes + bytesOfEnd(run.toRecord());
  }

  private static long bytesOfEnd(RunRecord run) {
    String why = run.termination() instanceof TerminationReason.Error error ? error.value() : null;
    return MessageBytes.of(run.finalOutput()) + MessageBytes.of(why);
  }

  private static long bytes(SuspendTicket ticket) {
    Suspension asked = ticket.suspension();
    PendingCall call = ticket.pending();
    return MessageBytes.of(asked.message())
        + MessageBytes.of(asked.parameters())
        + MessageBytes.of(asked.responseSchema())
        + MessageBytes.of(ticket.memo())
        + (call == null ? 0 : MessageBytes.of(call.arguments()));
  }

  /** Media that is stored separately does not count. */
  static long bytes(Message message) {
    return MessageBytes.of(message) - MessageBytes.stored(message);
  }

  private static long bytes(JobRow job) {
    return job.input().stream().mapToLong(Lists::bytes).sum()
        + MessageBytes.of(job.lastError)
        + bytesOfEnd(job.run.toRecord());
  }

  /**
   * Returns a page up to its byte limit; it has at least one row.
   *
   * @param page candidate rows, at most as many as the page may have
   */
  static <R, T> Page<T> cut(
      List<R> page, ToLongFunction<R> size, long max, long total, Function<R, T> shown) {
    int fitting = 0;
    long bytes = 0;
    while (fitting < page.size()) {
      bytes += size.applyAsLong(page.get(fitting));
      if (bytes > max && fitting > 0) {
        break;
      }
      fitting++;
    }
    return new Page<>(
        page.subList(0, fitting).stream().map(shown).toList(), total, fitting < page.size());
  }

  private static Position position(RunRow run) {
    return new Position(run.createdAt, run.id.value());
  }

  private static Position position(JobRow job) {
    return new Position(job.createdAt, job.id.value());
  }

  private static <R> List<R> sorted(Stream<R> rows, Function<R, Position> position) {
    return rows.sorted(Comparator.comparing(position, NEWEST_FIRST)).toList();
  }

  /** Returns the rows after a position, which need not exist; all for none. */
  private static <R> Stream<R> behind(List<R> rows, Function<R, Position> position, Position last) {
    return rows.stream()
        .filter(row -> last == null || NEWEST_FIRST.compare(position.apply(row), last) > 0);
  }
}
