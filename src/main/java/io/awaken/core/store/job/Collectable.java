package io.awaken.core.store.job;

/** Rows of the mailbox that are deleted once they are obsolete (features row 193). */
public enum Collectable {
  /** Jobs that were accepted, superseded or cancelled. */
  ENDED_JOBS,
  /** Jobs in the dead letter. */
  DEAD_LETTERS,
  /** Messages and cancellations sent to runs. */
  INBOX,
  /** Idempotency keys older than their retention time. */
  IDEMPOTENCY_KEYS,
  /** Documents without a run, unless a node has just stored them. */
  DOCUMENTS
}
