package io.awaken.http.security;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadRecord;
import java.util.Optional;

/**
 * Hides what another tenant owns (attack S06), and from anonymous callers what a named caller owns:
 * the answer is that for what does not exist.
 */
public final class Ownership {

  private Ownership() {}

  /**
   * @throws RefusedException 404 when there is no such run for this caller
   */
  public static RunRecord visible(Optional<RunRecord> run, String id, Caller caller) {
    return seen(run, caller).orElseThrow(() -> Refusal.notFound("run", id).exception());
  }

  /** The run, if there is one for this caller. */
  public static Optional<RunRecord> seen(Optional<RunRecord> run, Caller caller) {
    return run.filter(found -> caller.sees(found.caller().tenant(), found.caller().subject()));
  }

  /**
   * @throws RefusedException 404 when there is no such thread for this caller
   */
  public static ThreadRecord visibleThread(
      Optional<ThreadRecord> thread, String id, Caller caller) {
    return thread
        .filter(found -> caller.sees(found.tenant(), found.owner()))
        .orElseThrow(() -> Refusal.notFound("thread", id).exception());
  }
}
