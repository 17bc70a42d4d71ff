package io.awaken.core.store.thread;

import io.awaken.core.message.MediaContent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import java.util.Optional;

/**
 * Media of thread messages. Each content is stored once per thread, however many messages refer to
 * it, and deleted only with its thread. The transaction that writes a message also stores its media
 * ({@link Submission#media}, {@link StepCommit#media}). Thread-safe; each call is a transaction.
 */
public interface MediaStore {

  /** Bytes of a part; the last part may be shorter. */
  int PART = 256 << 10;

  /**
   * Stores a client's upload before a message refers to it.
   *
   * @param limits limits of the thread, for messages and uploads together
   */
  Upload put(ThreadId thread, Caller by, MediaContent content, ThreadLimits limits);

  /** Returns the metadata of a medium; empty when the thread has no such medium. */
  Optional<Info> find(ThreadId thread, String id);

  /**
   * Returns one part of the bytes.
   *
   * @param index from 0; every part but the last has {@link #PART} bytes
   * @return empty when the part does not exist
   */
  Optional<byte[]> part(ThreadId thread, String id, int index);

  /** Returns all bytes, for a model request; empty when the thread has no such medium. */
  Optional<byte[]> read(ThreadId thread, String id);

  /**
   * A stored medium.
   *
   * @param size bytes
   */
  record Info(String id, String mediaType, long size) {

    public static Info of(MediaContent content) {
      return new Info(content.id(), content.mediaType(), content.size());
    }
  }

  /** The result of an upload. */
  sealed interface Upload {

    /** Stored now or earlier. */
    record Done(Info info) implements Upload {}

    /** The caller has no such thread; nothing was written. */
    record NoThread() implements Upload {}

    /** The thread's limits leave no room; nothing was written. */
    record Full() implements Upload {}
  }
}
