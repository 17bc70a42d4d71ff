package io.awaken.server.tool;

/** The server's transaction of the calling thread. Thread-safe. */
public interface ThreadTransaction {

  /** Whether the calling thread is in a transaction, whatever its state. */
  boolean active();

  /** Ends the transaction of the calling thread without writing; nothing happens without one. */
  void rollback();
}
