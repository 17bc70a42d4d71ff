package io.awaken.store.memory;

import io.awaken.core.commit.RunQuery;
import io.awaken.core.commit.ThreadStore.Page;
import io.awaken.core.mailbox.JobQuery;
import io.awaken.core.mailbox.JobRecord;
import io.awaken.core.run.RunRecord;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Lists of runs and of jobs, newest first. Guarded by the tables' lock. */
final class Lists {
  private static final Comparator<Place> NEWEST_FIRST =
      Comparator.comparingLong(Place::at).thenComparing(Place::id).reversed();

  private Lists() {}

  private record Place(long at, String id) {}

  static Page<RunRecord> runs(Tables tables, RunQuery query) {
    var after = query.after();
    List<RunRow> all =
        sorted(
            tables.runs.values().stream().filter(run -> passes(run, query.filter())), Lists::place);
    var page =
        behind(
                all,
                Lists::place,
                after == null ? null : new Place(after.createdAt(), after.runId().value()))
            .skip(query.skip())
            .limit(query.limit())
            .map(RunRow::toRecord)
            .toList();
    return new Page<>(page, all.size());
  }

  private static boolean passes(RunRow run, RunQuery.Filter filter) {
    return run.caller.tenant().equals(filter.tenant())
        && (filter.subject() == null || filter.subject().equals(run.caller.subject()))
        && (filter.status() == null || filter.status() == run.status)
        && (filter.agentId() == null || filter.agentId().equals(run.agentId))
        && (filter.threadId() == null || filter.threadId().equals(run.thread.id))
        && (filter.parentRunId() == null || filter.parentRunId().equals(run.parentRunId));
  }

  static Page<JobRecord> jobs(Tables tables, JobQuery query, int maxAttempts) {
    var after = query.after();
    List<JobRow> all =
        sorted(
            tables.jobs.values().stream().filter(job -> passes(job, query.filter())), Lists::place);
    var page =
        behind(
                all,
                Lists::place,
                after == null ? null : new Place(after.createdAt(), after.jobId().value()))
            .skip(query.skip())
            .limit(query.limit())
            .map(job -> job.toRecord(maxAttempts))
            .toList();
    return new Page<>(page, all.size());
  }

  private static boolean passes(JobRow job, JobQuery.Filter filter) {
    return job.run.caller.tenant().equals(filter.tenant())
        && (filter.subject() == null || filter.subject().equals(job.run.caller.subject()))
        && (filter.threadId() == null || filter.threadId().equals(job.run.thread.id))
        && (filter.status() == null || filter.status() == job.status);
  }

  private static Place place(RunRow run) {
    return new Place(run.createdAt, run.id.value());
  }

  private static Place place(JobRow job) {
    return new Place(job.createdAt, job.id.value());
  }

  private static <R> List<R> sorted(Stream<R> rows, Function<R, Place> place) {
    return rows.sorted(Comparator.comparing(place, NEWEST_FIRST)).toList();
  }

  /** Those behind a place, which need not be anybody's any more; all for no place. */
  private static <R> Stream<R> behind(List<R> rows, Function<R, Place> place, Place last) {
    return rows.stream()
        .filter(row -> last == null || NEWEST_FIRST.compare(place.apply(row), last) > 0);
  }
}
