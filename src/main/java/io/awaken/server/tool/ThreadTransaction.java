package io.awaken.server.tool;

/** The server's transaction of the calling thread. Thread-safe. */
public interface ThreadTransaction {

  /** Whether the calling thread is in a transaction, whatever its state. */
  boolean active();

  /** Rolls back the calling thread's transaction, if there is one. */
  void rollback();
}
