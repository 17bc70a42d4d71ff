package io.awaken.core.store.thread;

import io.awaken.core.message.MediaContent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import java.util.Optional;

/**
 * Media beside the messages of threads. Each content is stored once for each thread, however many
 * messages refer to it, and is deleted with its thread only. The transaction that writes a message
 * stores its media, too ({@link Submission#media}, {@link StepCommit#media}). Thread-safe; each
 * call is a transaction.
 */
public interface MediaStore {

  /** Bytes of a part; the last may have less. */
  int PART = 256 << 10;

  /**
   * Stores what a client uploads, before any message refers to it.
   *
   * @param limits of the thread, for its messages and uploads together
   */
  Upload put(ThreadId thread, Caller by, MediaContent content, ThreadLimits limits);

  /** What is known of a medium; empty when the thread has none under the id. */
  Optional<Info> find(ThreadId thread, String id);

  /**
   * One part of the bytes.
   *
   * @param index from 0; every part but the last has {@link #PART} bytes
   * @return empty when there is no such part
   */
  Optional<byte[]> part(ThreadId thread, String id, int index);

  /** All of the bytes, for a request to a model; empty when the thread has none under the id. */
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

  /** What became of an upload. */
  sealed interface Upload {

    /** It is stored, now or before. */
    record Done(Info info) implements Upload {}

    /** The caller sees no such thread; nothing was written. */
    record NoThread() implements Upload {}

    /** The thread is full, or would hold more bytes than it may; nothing was written. */
    record Full() implements Upload {}
  }
}
