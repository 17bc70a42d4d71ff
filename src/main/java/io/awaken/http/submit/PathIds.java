package io.awaken.http.submit;

import io.awaken.core.run.Caller;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.security.Ownership;
import io.awaken.http.security.Refusal;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Ids where something is looked up. A malformed id names nothing, and is answered like what is not
 * there and as what the caller does not see: 404 with the id. Stateless.
 */
public final class PathIds {

  private PathIds() {}

  /**
   * The id of a thread of the caller's tenant.
   *
   * @throws io.awaken.http.security.RefusedException 404 when no thread can be called so
   */
  public static ThreadId thread(String id, Caller caller) {
    return possibleThread(id, caller).orElseThrow(() -> Refusal.notFound("thread", id).exception());
  }

  /**
   * The thread, if the caller sees it.
   *
   * @throws io.awaken.http.security.RefusedException 404
   */
  public static ThreadRecord thread(String id, Caller caller, ThreadStore threads) {
    return Ownership.visibleThread(possibleThread(id, caller).flatMap(threads::find), id, caller);
  }

  /** Empty when no thread can be called so. */
  public static Optional<ThreadId> possibleThread(String id, Caller caller) {
    return possible(() -> new ThreadId(caller.tenant(), id));
  }

  /**
   * The id of a run.
   *
   * @throws io.awaken.http.security.RefusedException 404 when no run can be called so
   */
  public static RunId run(String id) {
    return possibleRun(id).orElseThrow(() -> Refusal.notFound("run", id).exception());
  }

  /**
   * The run, if the caller sees it.
   *
   * @throws io.awaken.http.security.RefusedException 404
   */
  public static RunRecord run(String id, Caller caller, RunStore runs) {
    return Ownership.visible(possibleRun(id).flatMap(runs::find), id, caller);
  }

  /** Empty when no run can be called so. */
  public static Optional<RunId> possibleRun(String id) {
    return possible(() -> new RunId(id));
  }

  /**
   * The run of a thread that was accepted last, if the caller sees it.
   *
   * @param thread that the caller sees
   * @throws io.awaken.http.security.RefusedException 404
   */
  public static RunRecord latestRun(ThreadRecord thread, Caller caller, RunStore runs) {
    return Ownership.seen(Optional.ofNullable(thread.latestRunId()).flatMap(runs::find), caller)
        .orElseThrow(
            () ->
                new Refusal(
                        404,
                        "run_not_found",
                        "the thread has no run that the caller may see",
                        null,
                        null)
                    .exception());
  }

  /**
   * The id of a job.
   *
   * @throws io.awaken.http.security.RefusedException 404 when no job can be called so
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
