package io.awaken.core.run;

import java.util.Objects;

/**
 * Where a run comes from (features rows 59, 116).
 *
 * @param parentThreadId the thread that its thread was created from, or null
 * @param parentRunId the run that delegated, or null
 * @param origin the kind of client; default {@code USER}
 * @param sender the submitter as the origin names it, otherwise the caller's subject; null for an
 *     anonymous caller
 */
public record Lineage(ThreadId parentThreadId, RunId parentRunId, RunOrigin origin, String sender) {

  /** A run without a parent and without a named sender. */
  public static final Lineage NONE = new Lineage(null, null, RunOrigin.USER, null);

  public Lineage {
    Objects.requireNonNull(origin, "origin");
  }

  /** A user's run that this run delegated to. */
  public static Lineage of(RunId parentRunId) {
    return parentRunId == null ? NONE : new Lineage(null, parentRunId, RunOrigin.USER, null);
  }

  /** With this sender unless it has one. */
  public Lineage sentBy(String subject) {
    return sender != null || subject == null
        ? this
        : new Lineage(parentThreadId, parentRunId, origin, subject);
  }
}
