package io.awaken.store.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.store.memory.KeptThread;
import java.util.Map;

/** A thread without its messages. Runs that have not ended are not named: they do not go on. */
record ThreadFile(
    String id,
    String tenant,
    String owner,
    String title,
    String resourceId,
    String parentThreadId,
    Map<String, Object> custom,
    Map<String, JsonNode> state,
    String latestRunId,
    long epoch,
    long createdAt,
    long updatedAt) {

  ThreadFile {
    custom = custom == null ? Map.of() : custom;
    state = state == null ? Map.of() : state;
  }

  static ThreadFile of(KeptThread kept) {
    ThreadRecord thread = kept.record();
    return new ThreadFile(
        thread.id().value(),
        thread.tenant(),
        thread.owner(),
        thread.title(),
        thread.resourceId(),
        thread.parentThreadId() == null ? null : thread.parentThreadId().value(),
        thread.custom(),
        kept.state(),
        thread.latestRunId() == null ? null : thread.latestRunId().value(),
        thread.epoch(),
        thread.createdAt(),
        thread.updatedAt());
  }

  ThreadId threadId() {
    return new ThreadId(tenant, id);
  }

  ThreadRecord toRecord(int messages) {
    return new ThreadRecord(
        threadId(),
        tenant,
        owner,
        title,
        resourceId,
        parentThreadId == null ? null : new ThreadId(tenant, parentThreadId),
        custom,
        null,
        null,
        latestRunId == null ? null : new RunId(latestRunId),
        null,
        messages,
        epoch,
        createdAt,
        updatedAt);
  }
}
