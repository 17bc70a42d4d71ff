package io.awaken.core.run;

import java.util.Map;

/**
 * A conversation without its messages (features row 159).
 *
 * @param id the thread
 * @param tenant the tenant that owns it
 * @param owner the subject that created it
 * @param sharing who else may use it
 * @param title may be null
 * @param resourceId an external resource that it belongs to, may be null
 * @param parentThreadId lineage, may be null
 * @param custom free metadata, empty by default
 * @param activeRunId the run that executes now, or null
 * @param openRunId the run that is not done and occupies the thread, or null
 * @param latestRunId the run submitted last, or null
 * @param latestRunUpdatedAt epoch milliseconds, or null
 * @param messageCount messages so far
 * @param epoch number of claims of the thread so far
 * @param createdAt epoch milliseconds
 * @param updatedAt epoch milliseconds
 */
public record ThreadRecord(
    ThreadId id,
    String tenant,
    String owner,
    Sharing sharing,
    String title,
    String resourceId,
    ThreadId parentThreadId,
    Map<String, Object> custom,
    RunId activeRunId,
    RunId openRunId,
    RunId latestRunId,
    Long latestRunUpdatedAt,
    long messageCount,
    long epoch,
    long createdAt,
    long updatedAt) {

  /** Decides who may use it. */
  public ThreadAccess access() {
    return new ThreadAccess(tenant, owner, sharing);
  }
}
