package io.awaken.core.commit;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import java.util.List;
import java.util.Optional;

/** Creates and reads threads and their messages. Thread-safe; each call is a transaction. */
public interface ThreadStore {

  /**
   * A new thread.
   *
   * @param parentThreadId lineage, or null
   * @return the thread as stored
   * @throws AlreadyExists when the id is taken
   */
  ThreadRecord create(
      ThreadId id, Caller owner, String title, String resourceId, ThreadId parentThreadId);

  Optional<ThreadRecord> find(ThreadId id);

  /** The whole conversation, oldest first, for the loop: one statement. */
  List<Message> history(ThreadId id);

  /** The state that a run of the thread goes on with, for the loop: one statement. */
  StoredState state(ThreadId id, RunId runId);

  /**
   * A page of messages by sequence number, which counts from 1.
   *
   * @param afterSequence where the page begins, exclusive; 0 for the beginning
   * @param limit messages at the most
   * @param includeInternal whether messages for the model only are among them
   */
  List<StoredMessage> messages(ThreadId id, long afterSequence, int limit, boolean includeInternal);

  /** A message and its place in the thread. */
  record StoredMessage(long sequence, Message message) {}

  /** The id of a new thread is taken. */
  final class AlreadyExists extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AlreadyExists(ThreadId id) {
      super("thread exists: " + id);
    }
  }
}
