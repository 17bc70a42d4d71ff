package io.awaken.store.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.store.memory.keep.StoredThread;
import java.util.List;
import java.util.Map;

/**
 * A thread without its messages. Unfinished runs are not included, since they do not continue.
 * Files of versions that shared every thread with its tenant have no sharing.
 */
record ThreadFile(
    String id,
    String tenant,
    String owner,
    String sharing,
    String title,
    String resourceId,
    String parentThreadId,
    Map<String, Object> custom,
    Map<String, JsonNode> state,
    String latestRunId,
    long epoch,
    long createdAt,
    long updatedAt,
    List<Entry> outbox) {

  private static final String OWNER = "owner";

  /** An outbox entry. */
  record Entry(String run, String id, OutboxEntry.Kind kind, String key, JsonNode payload) {

    static Entry of(StoredThread.Entry kept) {
      OutboxEntry entry = kept.entry();
      return new Entry(kept.run().value(), entry.id(), entry.kind(), entry.key(), entry.payload());
    }

    StoredThread.Entry kept() {
      return new StoredThread.Entry(new RunId(run), new OutboxEntry(id, kind, key, payload));
    }
  }

  ThreadFile {
    custom = custom == null ? Map.of() : custom;
    state = state == null ? Map.of() : state;
    outbox = outbox == null ? List.of() : outbox;
  }

  static ThreadFile of(StoredThread kept) {
    ThreadRecord thread = kept.record();
    return new ThreadFile(
        thread.id().value(),
        thread.tenant(),
        thread.owner(),
        stored(thread.sharing()),
        thread.title(),
        thread.resourceId(),
        thread.parentThreadId() == null ? null : thread.parentThreadId().value(),
        thread.custom(),
        kept.state(),
        thread.latestRunId() == null ? null : thread.latestRunId().value(),
        thread.epoch(),
        thread.createdAt(),
        thread.updatedAt(),
        kept.outbox().stream().map(Entry::of).toList());
  }

  private static String stored(Sharing sharing) {
    return sharing.equals(Sharing.OWNER) ? OWNER : sharing.text();
  }

  private static Sharing ofFile(String sharing) {
    if (sharing == null) {
      return Sharing.TENANT;
    }
    return sharing.equals(OWNER) ? Sharing.OWNER : new Sharing(sharing);
  }

  ThreadId threadId() {
    return new ThreadId(tenant, id);
  }

  ThreadRecord toRecord(int messages) {
    return new ThreadRecord(
        threadId(),
        tenant,
        owner,
        ofFile(sharing),
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
