package io.awaken.http.security;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadRecord;
import java.util.Optional;

/**
 * Hides resources of other tenants (attack S06), and resources of named callers from anonymous
 * callers: the answer is the same as for a missing one.
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
    return run.filter(found -> caller.sees(found.caller().tenant(), found.caller().subject()));
  }

  /**
   * @throws RefusedException 404 when the caller can see no such thread
   */
  public static ThreadRecord visibleThread(
      Optional<ThreadRecord> thread, String id, Caller caller) {
    return thread
        .filter(found -> caller.sees(found.tenant(), found.owner()))
        .orElseThrow(() -> Refusal.notFound("thread", id).exception());
  }
}
