package io.awaken.http.submit;

import io.awaken.core.run.Caller;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.security.Ownership;
import io.awaken.http.security.Refusal;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks up ids of paths. A malformed id is treated like a missing or invisible resource: 404 with
 * the id. Stateless.
 */
public final class PathIds {

  private PathIds() {}

  /**
   * The id of a thread of the caller's tenant.
   *
   * @throws io.awaken.http.security.RefusedException 404 for an invalid id
   */
  public static ThreadId thread(String id, Caller caller) {
    return possibleThread(id, caller).orElseThrow(() -> Refusal.notFound("thread", id).exception());
  }

  /**
   * Returns the thread if the caller may read it.
   *
   * @throws io.awaken.http.security.RefusedException 404
   */
  public static ThreadRecord thread(String id, Caller caller, ThreadStore threads) {
    return thread(id, caller, threads, ThreadAction.READ);
  }

  /**
   * Returns the thread if the caller may do this with it.
   *
   * @throws io.awaken.http.security.RefusedException 404
   */
  public static ThreadRecord thread(
      String id, Caller caller, ThreadStore threads, ThreadAction action) {
    return Ownership.visibleThread(
        possibleThread(id, caller).flatMap(threads::find), id, caller, action);
  }

  /** Empty for an invalid id. */
  public static Optional<ThreadId> possibleThread(String id, Caller caller) {
    return possible(() -> new ThreadId(caller.tenant(), id));
  }

  /**
   * The id of a run.
   *
   * @throws io.awaken.http.security.RefusedException 404 for an invalid id
   */
  public static RunId run(String id) {
    return possibleRun(id).orElseThrow(() -> Refusal.notFound("run", id).exception());
  }

  /**
   * Returns the run if the caller can see it.
   *
   * @throws io.awaken.http.security.RefusedException 404
   */
  public static RunRecord run(String id, Caller caller, RunStore runs) {
    return Ownership.visible(possibleRun(id).flatMap(runs::find), id, caller);
  }

  /**
   * Returns the run that a protocol calls a task if the caller can see it.
   *
   * @throws io.awaken.http.security.RefusedException 404
   */
  public static RunRecord task(String id, Caller caller, RunStore runs) {
    return Ownership.seen(possibleRun(id).flatMap(runs::find), caller)
        .orElseThrow(() -> Refusal.notFound("task", id).exception());
  }

  /** Empty for an invalid id. */
  public static Optional<RunId> possibleRun(String id) {
    return possible(() -> new RunId(id));
  }

  /**
   * Returns the latest run of a thread if the caller can see it.
   *
   * @param thread visible to the caller
   * @throws io.awaken.http.security.RefusedException 404
   */
  public static RunRecord latestRun(ThreadRecord thread, Caller caller, RunStore runs) {
    return Ownership.seen(Optional.ofNullable(thread.latestRunId()).flatMap(runs::find), caller)
        .orElseThrow(
            () ->
                new Refusal(
                        404,
                        "run_not_found",
                        "the thread has no run that is visible to the caller",
                        null,
                        null)
                    .exception());
  }

  /**
   * The id of a job.
   *
   * @throws io.awaken.http.security.RefusedException 404 for an invalid id
   */
  public static JobId job(String id) {
    return possible(() -> new JobId(id)).orElseThrow(() -> Refusal.notFound("job", id).exception());
  }

  private static <T> Optional<T> possible(Supplier<T> id) {
    try {
      return Optional.of(id.get());
    } catch (InvalidId e) {
      return Optional.empty();
    }
  }
}
