package io.awaken.core.store.thread;

import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.state.PersistedState;
import io.awaken.core.store.run.StaleFence;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Creates and reads threads and their messages. Thread-safe; each call is a transaction. */
public interface ThreadStore {

  /**
   * Creates a thread.
   *
   * @param id in the owner's tenant
   * @param parentThreadId lineage, or null
   * @param sharing who else may use it
   * @return the thread as stored
   * @throws AlreadyExists when the id is taken in that tenant
   * @throws BeingDeleted when a deleted thread still occupies the id
   * @throws IllegalArgumentException when the id belongs to another tenant
   * @throws LineageRefused when the owner cannot see the parent, or it has too many ancestors
   */
  ThreadRecord create(
      ThreadId id,
      Caller owner,
      String title,
      String resourceId,
      ThreadId parentThreadId,
      Sharing sharing);

  /** Creates a thread that its owner shares with nobody. */
  default ThreadRecord create(
      ThreadId id, Caller owner, String title, String resourceId, ThreadId parentThreadId) {
    return create(id, owner, title, resourceId, parentThreadId, Sharing.OWNER);
  }

  /** Rejects a thread id of another tenant. */
  static void requireOwn(ThreadId id, Caller owner) {
    if (!id.tenant().equals(owner.tenant())) {
      throw new IllegalArgumentException("the id of a thread must belong to its owner's tenant");
    }
  }

  Optional<ThreadRecord> find(ThreadId id);

  /** Returns the media store over the same rows. */
  MediaStore media();

  /**
   * Reads the newest messages of a conversation within the limits, and the newest system messages
   * before them, for a run: one statement, which reads no body that is not returned. If the last
   * message alone exceeds the window, nothing of it is read. Superseded messages are not read.
   *
   * @param after only messages with a higher sequence number; 0 for all
   */
  StoredWindow window(ThreadId id, long after, WindowLimits limits);

  /**
   * Finds a message in its thread.
   *
   * @param after only after this sequence number; 0 to search everywhere
   * @return empty unless exactly one current message has the id
   */
  Optional<Place> place(ThreadId id, String messageId, long after);

  /**
   * A position in a thread.
   *
   * @param sequence sequence number of the message
   * @param superseded number of superseded messages before it
   */
  record Place(long sequence, long superseded) {}

  /**
   * Finds a message that a client names by its own id.
   *
   * @param clientId as in {@link ClientMessageIds#names}
   * @return the newest current message; empty when there is none
   */
  Optional<ClientMessage> ofClient(ThreadId id, String clientId);

  /**
   * A message that a client named.
   *
   * @param messageId the stored id
   * @param sequence its sequence number
   */
  record ClientMessage(String messageId, long sequence) {}

  /**
   * Reads a whole conversation without superseded messages, oldest first, for tests and tools. It
   * is unbounded, so runs do not use it.
   */
  default List<Message> history(ThreadId id) {
    return window(id, 0, WindowLimits.WHOLE).newest();
  }

  /** Reads the state with which a run of the thread continues: one statement. */
  StoredState state(ThreadId id, RunId runId);

  /**
   * Returns a page of messages and the number of messages that match its filter. The page has at
   * least one message, if there is one, and ends before the message that would exceed its bytes.
   */
  Page<StoredMessage> messages(MessageQuery query);

  /**
   * Returns a page of threads, newest first, and the number of threads that match its filter: one
   * statement.
   */
  Page<ThreadSummary> list(ThreadQuery query);

  /**
   * Updates parts of a thread. Concurrent updates of different parts are all applied.
   *
   * @return the updated thread; empty when the caller may not write to such a thread
   * @throws LineageRefused when the caller cannot see the new parent, or it is a descendant of this
   *     thread
   */
  Optional<ThreadRecord> update(ThreadId id, Caller by, ThreadPatch patch);

  /** Returns threads with one of these parents that the caller may delete. */
  List<ThreadId> children(Collection<ThreadId> of, Caller by, int limit);

  /** Returns whether the thread has children, hidden ones included. */
  boolean hasChildren(ThreadId id);

  /** Returns unfinished runs of these threads; those that have not started come first. */
  List<UnfinishedRun> unfinished(Collection<ThreadId> of, int limit);

  /**
   * Deletes a thread with all its data. Readers no longer find it. Its rows are removed at once if
   * they are few; those of a long thread are left to {@link #removeDeleted}, and its id stays taken
   * until then. A run that still has a claim gets {@link StaleFence}. Its children lose their
   * parent. Profile values stay.
   *
   * @param onlyChildless whether to refuse when the thread has children
   */
  Deleted delete(ThreadId id, Caller by, boolean onlyChildless);

  /**
   * Removes rows of one deleted thread, in one transaction. Concurrent calls of other nodes do not
   * block each other.
   *
   * @param rows maximum number of rows
   * @return whether there may be more to remove
   */
  default boolean removeDeleted(int rows) {
    return false;
  }

  /** The result of a deletion. */
  enum Deleted {
    DELETED,
    /** The caller has no such thread. */
    NOT_FOUND,
    /** It has an unfinished run; nothing was written. */
    BUSY,
    /** It has children; nothing was written. */
    HAS_CHILDREN
  }

  /**
   * A message and its position in the thread.
   *
   * @param sequence from 1
   * @param runId the run that added it as input or output; null when unknown
   * @param superseded whether a run removed it from the conversation
   */
  record StoredMessage(long sequence, RunId runId, Message message, boolean superseded) {

    /** Returns the message for readers: input carries its run, like output does. */
    public Message shown() {
      return message.inputOf(runId == null ? null : runId.value());
    }
  }

  /** An open or queued run of a thread. */
  record UnfinishedRun(ThreadId threadId, RunId runId) {}

  /**
   * A page of a list.
   *
   * @param total number of items in all
   * @param cut whether the byte limit ended the page early
   */
  record Page<T>(List<T> items, long total, boolean cut) {

    /** A page without a byte limit. */
    public Page(List<T> items, long total) {
      this(items, total, false);
    }
  }

  /** A deleted thread occupies the id until its rows are removed, which takes seconds. */
  final class BeingDeleted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BeingDeleted(ThreadId id) {
      super("a deleted thread still occupies the id " + id + "; retry in a few seconds");
    }
  }

  /** The thread id is already taken. */
  final class AlreadyExists extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AlreadyExists(ThreadId id) {
      super("thread exists: " + id);
    }
  }

  /**
   * The stored state at the start of an activation.
   *
   * @param thread values of the thread
   * @param run values of the run; none before its first commit
   */
  record StoredState(PersistedState thread, PersistedState run) {

    public static final StoredState NONE =
        new StoredState(PersistedState.NONE, PersistedState.NONE);
  }

  /** The named thread cannot become the parent; nothing was written. */
  final class LineageRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Maximum number of ancestors that are checked. */
    public static final int MAX_DEPTH = 64;

    private LineageRefused(String message) {
      super(message);
    }

    /** The caller has no such thread. */
    public static LineageRefused unknown(ThreadId parent) {
      return new LineageRefused("thread not found: " + parent);
    }

    /** The parent is the thread itself or one of its descendants. */
    public static LineageRefused cycle(ThreadId thread, ThreadId parent) {
      return new LineageRefused(
          thread.equals(parent)
              ? "a thread cannot come from itself: " + thread
              : "thread " + parent + " itself comes from thread " + thread);
    }

    /** Too many ancestors to rule out a cycle. */
    public static LineageRefused tooDeep(ThreadId parent) {
      return new LineageRefused(
          "thread %s comes from more than %d threads".formatted(parent, MAX_DEPTH));
    }
  }
}
