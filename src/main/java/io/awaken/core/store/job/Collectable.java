package io.awaken.core.store.job;

/** Rows of the mailbox that are deleted when nobody needs them any more (features row 193). */
public enum Collectable {
  /** Jobs that were accepted, superseded or cancelled. */
  ENDED_JOBS,
  /** Jobs in the dead letter. */
  DEAD_LETTERS,
  /** Messages and cancellations that runs were sent. */
  INBOX,
  /** Keys of requests that came long ago and may begin something new. */
  IDEMPOTENCY_KEYS,
  /** What runs resolved that are not there any more, unless a node has just stored it. */
  DOCUMENTS
}
