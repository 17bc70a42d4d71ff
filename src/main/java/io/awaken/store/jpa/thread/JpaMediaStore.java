package io.awaken.store.jpa.thread;

import io.awaken.core.message.MediaContent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.MediaRows;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;

/** Media in parts; each part is read by a separate statement, so that a reader buffers no more. */
final class JpaMediaStore implements MediaStore {

  private static final String OF_MEDIUM =
      " FROM awaken_media m WHERE m.thread_key = :thread AND m.media_id = :media AND m.part = :part"
          + DeletedThreadRow.leftOutSql(":thread");

  private static final String HELD =
      "SELECT t.message_count, "
          + ThreadLock.SIZE
          + " AS message_bytes FROM awaken_thread t WHERE t.thread_key = :thread";

  private final Transactions transactions;
  private final ThreadLock threads;

  JpaMediaStore(Transactions transactions, ThreadLock threads) {
    this.transactions = transactions;
    this.threads = threads;
  }

  @Override
  public Upload put(ThreadId thread, Caller by, MediaContent content, ThreadLimits limits) {
    return AmbiguousCommits.call(transactions, em -> put(em, thread, by, content, limits));
  }

  private Upload put(
      EntityManager em, ThreadId thread, Caller by, MediaContent content, ThreadLimits limits) {
    threads.hold(em, Keys.thread(thread));
    if (!JpaThreadStore.mayWrite(em, thread, by)) {
      return new Upload.NoThread();
    }
    boolean known =
        em.unwrap(Session.class)
            .doReturningWork(sql -> MediaRows.known(sql, Keys.thread(thread), content.id()));
    if (known) {
      return new Upload.Done(Info.of(content));
    }
    Object[] held = Sql.row(em, HELD, "thread", Keys.thread(thread));
    long bytes = Sql.number(held[1]);
    if (!limits.takesUpload(Sql.number(held[0]), bytes, content.size())) {
      return new Upload.Full();
    }
    MediaRows.write(em, thread, List.of(content));
    threads.grown(em, Keys.thread(thread), bytes + content.size());
    return new Upload.Done(Info.of(content));
  }

  @Override
  public Optional<Info> find(ThreadId thread, String id) {
    return transactions.call(em -> info(em, thread, id));
  }

  private static Optional<Info> info(EntityManager em, ThreadId thread, String id) {
    List<?> found = query(em, "SELECT m.media_type, m.size", thread, id, 0);
    return found.stream()
        .map(row -> (Object[]) row)
        .map(row -> new Info(id, (String) row[0], Sql.number(row[1])))
        .findFirst();
  }

  @Override
  public Optional<byte[]> part(ThreadId thread, String id, int index) {
    return transactions.call(em -> part(em, thread, id, index));
  }

  private static Optional<byte[]> part(EntityManager em, ThreadId thread, String id, int index) {
    List<?> found = query(em, "SELECT m.bytes", thread, id, index);
    return found.stream().map(byte[].class::cast).findFirst();
  }

  @Override
  public Optional<byte[]> read(ThreadId thread, String id) {
    return transactions.call(em -> info(em, thread, id).map(info -> read(em, thread, info)));
  }

  private static byte[] read(EntityManager em, ThreadId thread, Info info) {
    if (info.size() <= PART) {
      return part(em, thread, info.id(), 0).orElseThrow();
    }
    var all = new byte[Math.toIntExact(info.size())];
    int from = 0;
    for (int index = 0; from < all.length; index++) {
      byte[] part = part(em, thread, info.id(), index).orElseThrow();
      System.arraycopy(part, 0, all, from, part.length);
      from += part.length;
    }
    return all;
  }

  private static List<?> query(
      EntityManager em, String what, ThreadId thread, String id, int index) {
    return em.createNativeQuery(what + OF_MEDIUM)
        .setParameter("thread", Keys.thread(thread))
        .setParameter("media", id)
        .setParameter("part", index)
        .getResultList();
  }
}
