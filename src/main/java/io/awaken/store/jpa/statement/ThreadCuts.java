package io.awaken.store.jpa.statement;

import io.awaken.core.message.Role;
import io.awaken.core.store.thread.CutDecision;
import io.awaken.core.store.thread.CutDecision.Cut;
import io.awaken.core.store.thread.Stretch;
import io.awaken.core.store.thread.Tail;
import io.awaken.store.jpa.rows.MessageRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.StoredInput;
import io.awaken.store.jpa.rows.StoredJson;
import io.awaken.store.jpa.rows.ThreadRow.StretchRow;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Supersedes messages: decides where a run cuts its thread and cuts it behind {@link ThreadLock}.
 * Message rows are not updated.
 */
public final class ThreadCuts {
  private static final String OF_ID =
      "select m from MessageRow m where m.key.threadKey = :thread and m.messageId = :message"
          + " and m.key.sequence <= :last order by m.key.sequence desc";
  private static final String BEFORE =
      "select m from MessageRow m where m.key.threadKey = :thread and m.key.sequence < :from"
          + " and not exists (select s.key.sequence from SystemMessageRow s"
          + " where s.key.threadKey = m.key.threadKey and s.key.sequence = m.key.sequence)"
          + " and (m.key.sequence > :after or exists (select k.last from StretchRow k"
          + " where k.key.threadKey = m.key.threadKey"
          + " and m.key.sequence between k.key.first and k.last))"
          + " order by m.key.sequence desc";
  private final ThreadLock threads;

  public ThreadCuts(ThreadLock threads) {
    this.threads = threads;
  }

  /** Returns an SQL condition: a sequence number is in a stretch before the thread's tail. */
  public static String inStretch(String thread, String sequence) {
    return "EXISTS (SELECT 1 FROM awaken_stretch k WHERE k.thread_key = %s AND %s BETWEEN"
        .formatted(thread, sequence)
        .concat(" k.first_seq AND k.last_seq)");
  }

  /**
   * Decides without a lock; the following update must verify that the thread is unchanged.
   *
   * @param messageId the first message to supersede
   * @param input whether the run adds messages
   */
  public CutDecision decide(EntityManager em, Seen thread, String messageId, boolean input) {
    MessageRow row = ofId(em, thread.key(), messageId, thread.count());
    if (row == null) {
      return CutDecision.of(null, null);
    }
    long sequence = row.key.sequence();
    Stretch in = stretch(em, thread, sequence);
    var found = new CutDecision.Found(messageId, sequence, role(row), in, input);
    MessageRow last = found.needsLast() ? before(em, thread.key(), sequence, thread.tail()) : null;
    return CutDecision.of(found, role(last));
  }

  /** A thread as read: its key, tail and number of messages. */
  public record Seen(UUID key, Tail tail, long count) {}

  /**
   * Cuts the thread of a run that claims it. Speakers of the superseded messages, or of the
   * answered one when the run adds none, become speakers of the run.
   */
  public void cut(EntityManager em, RunRow run, Seen thread, Cut cut, boolean input) {
    threads.cut(em, thread.key(), cut.tail(thread.count()));
    em.createQuery(
            "delete from StretchRow k where k.key.threadKey = :thread and k.key.first >= :first")
        .setParameter("thread", thread.key())
        .setParameter("first", cut.stretch().first())
        .executeUpdate();
    if (!cut.kept().empty()) {
      em.persist(new StretchRow(thread.key(), cut.kept()));
    }
    var runs = new ArrayList<MessageRow>();
    runs.add(ofId(em, thread.key(), cut.messageId(), thread.count()));
    if (!input) {
      runs.add(before(em, thread.key(), cut.from(), cut.tail(thread.count())));
    }
    Inbox.copySpeakers(
        em, run, runs.stream().map(m -> m.runKey).filter(id -> id != null).distinct().toList());
  }

  private static MessageRow ofId(EntityManager em, UUID thread, String messageId, long last) {
    return first(
        em.createQuery(OF_ID, MessageRow.class)
            .setParameter("thread", thread)
            .setParameter("message", messageId)
            .setParameter("last", last)
            .setMaxResults(1)
            .setHint("org.hibernate.readOnly", true)
            .getResultList());
  }

  /** Returns the last current, non-system message before a position. */
  private static MessageRow before(EntityManager em, UUID thread, long from, Tail tail) {
    return first(
        em.createQuery(BEFORE, MessageRow.class)
            .setParameter("thread", thread)
            .setParameter("from", from)
            .setParameter("after", tail.after())
            .setMaxResults(1)
            .setHint("org.hibernate.readOnly", true)
            .getResultList());
  }

  private static Stretch stretch(EntityManager em, Seen thread, long sequence) {
    if (sequence > thread.tail().after()) {
      return thread.tail().stretch(thread.count());
    }
    // Not an entity: this transaction may rewrite the row.
    Object[] row =
        first(
            em.createQuery(
                    "select k.key.first, k.last, k.earlier from StretchRow k"
                        + " where k.key.threadKey = :thread"
                        + " and :sequence between k.key.first and k.last",
                    Object[].class)
                .setParameter("thread", thread.key())
                .setParameter("sequence", sequence)
                .getResultList());
    return row == null ? null : new Stretch((Long) row[0], (Long) row[1], (Long) row[2]);
  }

  /**
   * An unreadable message moves its job to the dead letter; it would otherwise stay in the queue.
   */
  private static Role role(MessageRow row) {
    return row == null
        ? null
        : StoredInput.read(
            "a message of its thread", () -> StoredJson.readMessage(row.body, null).role());
  }

  private static <T> T first(List<T> rows) {
    return rows.isEmpty() ? null : rows.getFirst();
  }
}
