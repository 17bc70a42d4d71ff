package io.awaken.core.store.submission;

import java.util.Locale;

/** Why a request about a thread is refused; nothing was written then. */
public enum RefusalCode {
  /** Another run is open on the thread, or runs are queued. */
  THREAD_BUSY(409, null),
  /** The thread has no open run that accepts the caller's messages. */
  NO_OPEN_RUN(409, null),
  /** The run has the maximum of unread messages. */
  INBOX_FULL(409, null),
  /** The thread has the maximum of queued jobs. */
  QUEUE_FULL(409, null),
  /** The messages do not fit into the thread. */
  THREAD_FULL(409, Field.THREAD),
  /** The caller has no such thread. */
  THREAD_NOT_FOUND(404, Field.THREAD),
  /** The request shares a thread that exists and is shared otherwise. */
  THREAD_EXISTS(409, Field.SHARE),
  /** An unfinished job of the thread has the same dedupe key. */
  DUPLICATE(409, Field.DEDUPE_KEY),
  /** Another request used the same key. */
  IDEMPOTENCY_CONFLICT(409, Field.KEY),
  /** The run that the key created was deleted with its thread. */
  RUN_DELETED(410, Field.KEY),
  /** The thread has no such message, or it is already superseded. */
  MESSAGE_NOT_FOUND(404, Field.SUPERSEDES),
  /** The message to supersede is a tool result. */
  INVALID_FIELD(400, Field.SUPERSEDES),
  /** Without the superseded messages, no message remains for a model to answer. */
  NOTHING_TO_ANSWER(409, Field.SUPERSEDES),
  /** The caller has no such job. */
  JOB_NOT_FOUND(404, null),
  /** The run works with roles that the caller lacks. */
  FORBIDDEN(403, null),
  /** The job is not in the dead letter, or was already redriven. */
  NOT_DEAD(409, null),
  /** The run's input is deleted or unreadable. */
  NO_INPUT(409, null);

  private final int status;
  private final Field field;

  RefusalCode(int status, Field field) {
    this.status = status;
    this.field = field;
  }

  /** The request field that a refusal concerns; each protocol has its own name for it. */
  public enum Field {
    THREAD,
    KEY,
    DEDUPE_KEY,
    SUPERSEDES,
    SHARE
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The field that the refusal concerns; null for the whole request. */
  public Field field() {
    return field;
  }

  /** The stable code for clients, in lower case with underscores. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
