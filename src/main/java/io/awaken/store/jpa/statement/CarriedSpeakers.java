package io.awaken.store.jpa.statement;

import io.awaken.store.jpa.rows.InboxRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.SuspensionRow;
import jakarta.persistence.EntityManager;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Copies the speakers of runs to another run. */
public final class CarriedSpeakers {

  private CarriedSpeakers() {}

  /**
   * @param next the run that reads or answers the others' messages
   * @param runs the other runs of the thread
   */
  public static void toRun(EntityManager em, RunRow next, List<String> runs) {
    Set<String> known = Inbox.senders(em, next.threadId, next.runId);
    Set<String> speakers = new HashSet<>();
    for (String run : runs) {
      speakers.addAll(subjects(em, next.threadId, run));
      speakers.addAll(Inbox.senders(em, next.threadId, run));
      speakers.addAll(deciders(em, next.threadId, run));
    }
    int place = known.size();
    speakers.removeAll(known);
    speakers.remove(next.subject);
    for (String speaker : speakers) {
      em.persist(InboxRow.spoken(next, speaker, place++));
    }
  }

  private static List<String> subjects(EntityManager em, String thread, String run) {
    return em.createQuery(
            "select r.subject from RunRow r where r.threadId = :thread and r.runId = :run",
            String.class)
        .setParameter("thread", thread)
        .setParameter("run", run)
        .getResultList();
  }

  private static List<String> deciders(EntityManager em, String thread, String run) {
    return em.createQuery(
            "select s from SuspensionRow s where s.key.threadId = :thread and s.key.runId = :run"
                + " and s.decidedBy is not null",
            SuspensionRow.class)
        .setParameter("thread", thread)
        .setParameter("run", run)
        .setHint("org.hibernate.readOnly", true)
        .getResultStream()
        .filter(CarriedSpeakers::speaks)
        .map(question -> question.decidedBy)
        .toList();
  }

  /** An unreadable decision may have had text. */
  private static boolean speaks(SuspensionRow question) {
    try {
      return question.toRecord().addsText();
    } catch (RuntimeException | StackOverflowError e) {
      return true;
    }
  }
}
