package io.awaken.core.store.submission;

import java.util.Locale;

/** Why a request about a thread is refused; nothing was written then. */
public enum RefusalCode {
  /** Another run keeps the thread, or runs are queued on it. */
  THREAD_BUSY(409, null),
  /** No run that the caller may speak to keeps the thread. */
  NO_OPEN_RUN(409, null),
  /** As many messages wait for the run as may. */
  INBOX_FULL(409, null),
  /** As many jobs of the thread wait in the queue as may. */
  QUEUE_FULL(409, null),
  /** The thread has no room for the messages. */
  THREAD_FULL(409, Field.THREAD),
  /** There is no such thread for the caller. */
  THREAD_NOT_FOUND(404, Field.THREAD),
  /** A job of the thread with the same dedupe key has not ended. */
  DUPLICATE(409, Field.DEDUPE_KEY),
  /** Another request came under the same key. */
  IDEMPOTENCY_CONFLICT(409, Field.KEY),
  /** The run that the same request led to was deleted with its thread. */
  RUN_DELETED(410, Field.KEY),
  /** The thread has no such message, or it is superseded already. */
  MESSAGE_NOT_FOUND(404, Field.SUPERSEDES),
  /** The message that was to be superseded is the result of a call. */
  INVALID_FIELD(400, Field.SUPERSEDES),
  /** Without the superseded messages, none remains that a model could answer. */
  NOTHING_TO_ANSWER(409, Field.SUPERSEDES),
  /** There is no such job for the caller. */
  JOB_NOT_FOUND(404, null),
  /** The run works with roles that the caller lacks. */
  FORBIDDEN(403, null),
  /** The job is not in the dead letter, or another run has taken its place. */
  NOT_DEAD(409, null),
  /** The input of the run is not there any more, or not readable. */
  NO_INPUT(409, null);

  private final int status;
  private final Field field;

  RefusalCode(int status, Field field) {
    this.status = status;
    this.field = field;
  }

  /** The part of a request that a refusal is about; each protocol has a name of its own for it. */
  public enum Field {
    THREAD,
    KEY,
    DEDUPE_KEY,
    SUPERSEDES
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** What the refusal is about; null for the request as a whole. */
  public Field field() {
    return field;
  }

  /** For clients: stable, in lower case with underscores. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
