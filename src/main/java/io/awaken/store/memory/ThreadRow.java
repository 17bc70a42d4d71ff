package io.awaken.store.memory;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.MessageLog;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import java.util.HashMap;
import java.util.Map;

/** A thread: its messages and who holds it. Guarded by the tables' lock. */
final class ThreadRow {
  final ThreadId id;
  final String tenant;
  final String owner;
  final MessageLog messages = new MessageLog();
  final Map<String, JsonNode> state = new HashMap<>();
  private final String title;
  private final String resourceId;
  private final ThreadId parentThreadId;
  private final long createdAt;

  /** The job that executes now; null while the slot is free. */
  JobRow slot;

  /** Jobs of the thread that wait in the queue. */
  int queued;

  RunRow openRun;
  RunRow latestRun;
  long epoch;
  long generation;
  String commitId;
  long updatedAt;

  ThreadRow(NewThread made, long now) {
    id = made.id();
    tenant = made.tenant();
    owner = made.owner();
    title = made.title();
    resourceId = made.resourceId();
    parentThreadId = made.parentThreadId();
    createdAt = now;
    updatedAt = now;
  }

  boolean ownedBy(Fence fence) {
    return slot != null
        && slot.id.equals(fence.jobId())
        && slot.token.equals(fence.token())
        && epoch == fence.epoch();
  }

  /** Whether a job may take the slot: nothing executes, and no other run keeps the thread. */
  boolean openTo(RunRow run) {
    return slot == null && (openRun == null || openRun == run);
  }

  ThreadRecord toRecord() {
    return new ThreadRecord(
        id,
        tenant,
        owner,
        title,
        resourceId,
        parentThreadId,
        Map.of(),
        slot == null ? null : slot.run.id,
        id(openRun),
        id(latestRun),
        latestRun == null ? null : latestRun.updatedAt,
        messages.size(),
        epoch,
        createdAt,
        updatedAt);
  }

  private static RunId id(RunRow run) {
    return run == null ? null : run.id;
  }

  /** What is said of a thread when it is made; all but id, tenant and owner may be null. */
  record NewThread(
      ThreadId id,
      String tenant,
      String owner,
      String title,
      String resourceId,
      ThreadId parentThreadId) {}
}
