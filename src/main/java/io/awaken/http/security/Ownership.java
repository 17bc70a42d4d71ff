package io.awaken.http.security;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadRecord;
import java.util.Optional;

/** What another tenant owns looks as if it were not there (quality S06). */
public final class Ownership {

  private Ownership() {}

  /**
   * @throws RefusedException 404 when there is no such run for this caller
   */
  public static RunRecord visible(Optional<RunRecord> run, String id, Caller caller) {
    return run.filter(found -> found.caller().tenant().equals(caller.tenant()))
        .orElseThrow(() -> Refusal.notFound("run", id).exception());
  }

  /**
   * @throws RefusedException 404 when there is no such thread for this caller
   */
  public static ThreadRecord visibleThread(
      Optional<ThreadRecord> thread, String id, Caller caller) {
    return thread
        .filter(found -> found.tenant().equals(caller.tenant()))
        .orElseThrow(() -> Refusal.notFound("thread", id).exception());
  }
}
