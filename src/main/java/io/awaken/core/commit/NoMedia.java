package io.awaken.core.commit;

import io.awaken.core.message.MediaContent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import java.util.Optional;

/** Stores no media. */
final class NoMedia implements MediaStore {

  @Override
  public Upload put(ThreadId thread, Caller by, MediaContent content, ThreadLimits limits) {
    throw new UnsupportedOperationException("these stores keep no media");
  }

  @Override
  public Optional<Info> find(ThreadId thread, String id) {
    return Optional.empty();
  }

  @Override
  public Optional<byte[]> part(ThreadId thread, String id, int index) {
    return Optional.empty();
  }

  @Override
  public Optional<byte[]> read(ThreadId thread, String id) {
    return Optional.empty();
  }
}
