package io.awaken.core.run;

import java.util.Objects;

/**
 * Where a run comes from (features rows 59, 116).
 *
 * @param parentThreadId the thread that its thread was made from, or null
 * @param parentRunId the run that delegated, or null
 * @param origin what kind of client asked for it; default {@code USER}
 * @param sender who asked for it: as the origin names them, otherwise the caller's subject; null
 *     for a caller without a name
 */
public record Lineage(ThreadId parentThreadId, RunId parentRunId, RunOrigin origin, String sender) {

  /** A run that no other run and no named sender asked for. */
  public static final Lineage NONE = new Lineage(null, null, RunOrigin.USER, null);

  public Lineage {
    Objects.requireNonNull(origin, "origin");
  }

  /** A run of a user that this run delegated to. */
  public static Lineage of(RunId parentRunId) {
    return parentRunId == null ? NONE : new Lineage(null, parentRunId, RunOrigin.USER, null);
  }

  /** The same with a sender unless there is one. */
  public Lineage sentBy(String subject) {
    return sender != null || subject == null
        ? this
        : new Lineage(parentThreadId, parentRunId, origin, subject);
  }
}
