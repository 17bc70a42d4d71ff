package io.awaken.core.store.thread;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.submission.LineageRefused;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Creates and reads threads and their messages. Thread-safe; each call is a transaction. */
public interface ThreadStore {

  /**
   * A new thread.
   *
   * @param id in the owner's tenant
   * @param parentThreadId lineage, or null
   * @return the thread as stored
   * @throws AlreadyExists when the id is taken in that tenant
   * @throws BeingDeleted when a deleted thread still has the id
   * @throws IllegalArgumentException when the id is one of another tenant
   * @throws LineageRefused when the parent is none that the owner sees, or comes from too many
   */
  ThreadRecord create(
      ThreadId id, Caller owner, String title, String resourceId, ThreadId parentThreadId);

  /** Refuses a thread whose id says that it is another tenant's than its owner. */
  static void requireOwn(ThreadId id, Caller owner) {
    if (!id.tenant().equals(owner.tenant())) {
      throw new IllegalArgumentException("the id of a thread must be one of its owner's tenant");
    }
  }

  Optional<ThreadRecord> find(ThreadId id);

  /** The media beside the messages of threads, over the same rows. */
  MediaStore media();

  /**
   * The newest messages of a conversation within the limits, and the newest system messages before
   * them, for the loop: one statement, which reads no body that is not returned. The last message
   * alone may be larger than the window: then nothing of it is read. Superseded messages are not
   * read.
   *
   * @param after only messages with a higher sequence number; 0 for all
   */
  StoredWindow window(ThreadId id, long after, WindowLimits limits);

  /**
   * Where a message is in its thread.
   *
   * @param after only behind this sequence number; 0 for everywhere
   * @return empty when no current message there has the id, or more than one
   */
  Optional<Place> place(ThreadId id, String messageId, long after);

  /**
   * A place in a thread.
   *
   * @param sequence of the message there
   * @param superseded messages before it that are superseded
   */
  record Place(long sequence, long superseded) {}

  /**
   * A whole conversation without superseded messages, oldest first, for tests and tools. No run
   * reads it: it has no bound.
   */
  default List<Message> history(ThreadId id) {
    return window(id, 0, WindowLimits.WHOLE).newest();
  }

  /** The state that a run of the thread goes on with, for the loop: one statement. */
  StoredState state(ThreadId id, RunId runId);

  /**
   * A page of messages, and how many its filter lets through. The page has at least one message, if
   * there is one, and is cut before the one that brings it over its bytes.
   */
  Page<StoredMessage> messages(MessageQuery query);

  /** A page of threads, newest first, and how many its filter lets through: one statement. */
  Page<ThreadSummary> list(ThreadQuery query);

  /**
   * Changes what is said about a thread. Of changes at the same time each keeps what the others do
   * not speak of.
   *
   * @return the thread as it is then; empty when the caller sees no such thread
   * @throws LineageRefused when the new parent is none that the caller sees, or comes from this
   *     thread
   */
  Optional<ThreadRecord> update(ThreadId id, Caller by, ThreadPatch patch);

  /** Those of the threads that the caller sees and that come from one of these, at the most. */
  List<ThreadId> children(Collection<ThreadId> of, Caller by, int limit);

  /** Whether threads come from this one, also such as a caller does not see. */
  boolean hasChildren(ThreadId id);

  /** Runs of these threads that are not done, at the most; first those that have not begun. */
  List<UnfinishedRun> unfinished(Collection<ThreadId> of, int limit);

  /**
   * Deletes a thread with all that belongs to it. From then on no reader finds anything of it,
   * whose rows are removed at once if they are few; of a long thread the rest is left to {@link
   * #removeDeleted}, and its id is taken until that is done. Who still holds a claim on it gets
   * {@link StaleFence}. Threads that come from it come from none afterwards. Profile values stay.
   *
   * @param onlyChildless whether a thread from which others come is kept
   */
  Deleted delete(ThreadId id, Caller by, boolean onlyChildless);

  /**
   * Removes rows of one thread that was deleted, in one transaction. Nodes that do so at the same
   * time do not wait for each other.
   *
   * @param rows how many at the most
   * @return whether there may be more to remove
   */
  default boolean removeDeleted(int rows) {
    return false;
  }

  /** What became of a deletion. */
  enum Deleted {
    /** Nothing is to be seen of the thread any more. */
    DELETED,
    /** The caller sees no such thread. */
    NOT_FOUND,
    /** A run of it is not done; nothing was written. */
    BUSY,
    /** Others come from it; nothing was written. */
    HAS_CHILDREN
  }

  /**
   * A message and its place in the thread.
   *
   * @param sequence counts from 1
   * @param runId the run that it came with, or that said it; null when that was not noted
   * @param superseded whether a run has taken it out of the conversation
   */
  record StoredMessage(long sequence, RunId runId, Message message, boolean superseded) {

    /** The message as readers get it: input names its run as well, like what the run said. */
    public Message shown() {
      return message.inputOf(runId == null ? null : runId.value());
    }
  }

  /** A run that keeps its thread or waits for it. */
  record UnfinishedRun(ThreadId threadId, RunId runId) {}

  /**
   * A part of a list.
   *
   * @param total how many there are in all
   * @param cut whether some that belong to the part were left out, because it has as many bytes as
   *     it may
   */
  record Page<T>(List<T> items, long total, boolean cut) {

    /** A part of things that are small. */
    public Page(List<T> items, long total) {
      this(items, total, false);
    }
  }

  /** A deleted thread has the id until its rows are removed, which takes seconds. */
  final class BeingDeleted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BeingDeleted(ThreadId id) {
      super("a deleted thread still has the id " + id + "; it is free in some seconds");
    }
  }

  /** The id of a new thread is taken. */
  final class AlreadyExists extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AlreadyExists(ThreadId id) {
      super("thread exists: " + id);
    }
  }
}
