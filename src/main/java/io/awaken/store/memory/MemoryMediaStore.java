package io.awaken.store.memory;

import io.awaken.core.message.MediaContent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.store.thread.ThreadLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Media over {@link Tables}. */
final class MemoryMediaStore implements MediaStore {
  private final Tables tables;

  MemoryMediaStore(Tables tables) {
    this.tables = tables;
  }

  @Override
  public Upload put(ThreadId thread, Caller by, MediaContent content, ThreadLimits limits) {
    return tables.call(
        () -> {
          ThreadRow row = tables.threads.get(thread);
          if (row == null || !row.access().allows(by, ThreadAction.WRITE)) {
            return new Upload.NoThread();
          }
          if (!row.media.containsKey(content.id())) {
            if (!limits.takesUpload(row.messages.size(), row.messageBytes, content.size())) {
              return new Upload.Full();
            }
            tables.store(row, List.of(content));
            row.messageBytes += content.size();
          }
          return new Upload.Done(Info.of(content));
        });
  }

  @Override
  public Optional<Info> find(ThreadId thread, String id) {
    return content(thread, id).map(Info::of);
  }

  @Override
  public Optional<byte[]> part(ThreadId thread, String id, int index) {
    return read(thread, id)
        .filter(bytes -> (long) index * PART < Math.max(1, bytes.length))
        .map(
            bytes ->
                Arrays.copyOfRange(
                    bytes, index * PART, (int) Math.min(bytes.length, (index + 1L) * PART)));
  }

  @Override
  public Optional<byte[]> read(ThreadId thread, String id) {
    return content(thread, id).map(content -> content.data().array());
  }

  private Optional<MediaContent> content(ThreadId thread, String id) {
    return tables.call(
        () -> Optional.ofNullable(tables.threads.get(thread)).map(row -> row.media.get(id)));
  }
}
