package io.awaken.store.jpa.statement;

import io.awaken.store.jpa.rows.ThreadRow;
import jakarta.persistence.EntityManager;

/**
 * The bytes of a thread's messages and uploads. Threads of older versions lack the sum; the first
 * claim or update adds up their messages and stores it.
 */
public final class ThreadSize {
  private static final String COUNTED =
      "(SELECT SUM(OCTET_LENGTH(c.body)) FROM awaken_message c WHERE c.thread_id = ";

  /** The size for the thread row {@code t} of a statement. */
  public static final String OF_ROW = "COALESCE(t.message_bytes, " + COUNTED + "t.thread_id), 0)";

  private ThreadSize() {}

  public static long of(EntityManager em, ThreadRow thread) {
    return thread.messageBytes == null ? counted(em, thread.threadId) : thread.messageBytes;
  }

  /** Adds up the messages of a thread that lacks the sum. */
  static long counted(EntityManager em, String threadKey) {
    return ((Number)
            em.createNativeQuery("SELECT COALESCE(" + COUNTED + ":thread), 0)")
                .setParameter("thread", threadKey)
                .getSingleResult())
        .longValue();
  }
}
