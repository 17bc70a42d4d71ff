package io.awaken.http.submit;

import io.awaken.core.run.Caller;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.Optional;

/** Ids where something is looked up: what cannot be an id names nothing. */
public final class PathIds {

  private PathIds() {}

  /** A thread of the caller's tenant; empty when no thread can be called so. */
  public static Optional<ThreadId> thread(String id, Caller caller) {
    try {
      return Optional.of(new ThreadId(caller.tenant(), id));
    } catch (InvalidId e) {
      return Optional.empty();
    }
  }

  /** Empty when no job can be called so. */
  public static Optional<JobId> job(String id) {
    try {
      return Optional.of(new JobId(id));
    } catch (InvalidId e) {
      return Optional.empty();
    }
  }

  /** Empty when no run can be called so. */
  public static Optional<RunId> run(String id) {
    try {
      return Optional.of(new RunId(id));
    } catch (InvalidId e) {
      return Optional.empty();
    }
  }
}
