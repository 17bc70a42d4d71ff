package io.awaken.http.submit.thread;

/** How to treat the child threads of a deleted thread. */
public enum ChildStrategy {
  /** They lose their parent. */
  DETACH,
  /** The thread is not deleted while it has any. */
  REJECT,
  /** They are deleted with it, with all of their descendants that the caller can see. */
  CASCADE
}
