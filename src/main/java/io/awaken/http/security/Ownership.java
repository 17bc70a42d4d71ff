package io.awaken.http.security;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadRecord;
import java.util.Optional;

/**
 * Hides resources of other tenants (attack S06), threads that a caller may not use (S58), and
 * resources of named callers from anonymous callers: the answer is the same as for a missing one.
 */
public final class Ownership {

  private Ownership() {}

  /**
   * @throws RefusedException 404 when the caller can see no such run
   */
  public static RunRecord visible(Optional<RunRecord> run, String id, Caller caller) {
    return seen(run, caller).orElseThrow(() -> Refusal.notFound("run", id).exception());
  }

  /** Returns the run if the caller can see it. */
  public static Optional<RunRecord> seen(Optional<RunRecord> run, Caller caller) {
    return run.filter(found -> found.readableBy(caller));
  }

  /**
   * @throws RefusedException 404 when the caller may do this with no such thread
   */
  public static ThreadRecord visibleThread(
      Optional<ThreadRecord> thread, String id, Caller caller, ThreadAction action) {
    return thread
        .filter(found -> found.access().allows(caller, action))
        .orElseThrow(() -> Refusal.notFound("thread", id).exception());
  }
}
