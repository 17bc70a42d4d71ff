package io.awaken.store.jpa.statement;

import io.awaken.core.decision.Admission;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Bounds;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.run.RunStore.InboxEntry;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.InboxRow;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.SuspensionRow;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Messages for started runs, behind {@link ThreadLock}. */
public final class Inbox {
  private static final String OF_RUN = " WHERE thread_key = :thread AND run_key = :run";
  private static final List<String> SAID = List.of(InboxRow.STEER, InboxRow.UNREADABLE);
  private static final List<String> SPEAKING =
      List.of(InboxRow.STEER, InboxRow.UNREADABLE, InboxRow.SPOKEN);
  private static final String SET_ASIDE =
      "UPDATE awaken_inbox SET kind = 'unreadable'"
          + OF_RUN
          + " AND kind = 'steer' AND entry_id IN (:entries)";
  private final ThreadLock threads;
  private final Settings settings;
  private final String clock;
  private final String consume;

  Inbox(String clock, ThreadLock threads, Settings settings) {
    this.clock = clock;
    this.threads = threads;
    this.settings = settings;
    this.consume = "UPDATE awaken_inbox SET consumed_at = " + clock + OF_RUN;
  }

  /**
   * Returns the run that already got a submission's messages, after an ambiguous commit; null for
   * none.
   */
  public static String addressee(EntityManager em, Submission submission) {
    if (submission.mode() != SubmitMode.STEER && submission.mode() != SubmitMode.RESUME_OPEN_RUN) {
      return null;
    }
    List<?> found =
        em.createNativeQuery(
                "SELECT r.run_id FROM awaken_inbox i JOIN awaken_run r"
                    + " ON r.thread_key = i.thread_key AND r.run_key = i.run_key"
                    + " WHERE i.thread_key = :thread AND i.entry_id = :entry")
            .setParameter("thread", Keys.thread(submission.threadId()))
            .setParameter("entry", submission.runId().value())
            .getResultList();
    return found.isEmpty() ? null : (String) found.getFirst();
  }

  /**
   * Returns the subjects that sent messages, read or unread, to a run or the run that it redrives.
   */
  public static Set<String> senders(EntityManager em, UUID threadKey, long runKey) {
    return new HashSet<>(
        em.createQuery(
                "select distinct i.sender from InboxRow i where i.key.threadKey = :thread"
                    + " and i.key.runKey = :run and i.kind in (:kinds)",
                String.class)
            .setParameter("thread", threadKey)
            .setParameter("run", runKey)
            .setParameter("kinds", SPEAKING)
            .getResultList());
  }

  /**
   * Stores a submission's messages for a run.
   *
   * @param bounds limits of unread messages
   * @return false when a limit is reached
   */
  public static boolean add(
      EntityManager em, long runKey, Submission submission, long now, Bounds bounds) {
    Object[] before =
        Sql.row(
            em,
            "SELECT COUNT(*), COUNT(CASE WHEN kind = 'steer' AND consumed_at IS NULL"
                + " THEN 1 END), COALESCE(SUM(CASE WHEN kind = 'steer' AND consumed_at IS"
                + " NULL THEN OCTET_LENGTH(body) END), 0) FROM awaken_inbox"
                + OF_RUN,
            "thread",
            Keys.thread(submission.threadId()),
            "run",
            runKey);
    long unread = Sql.number(before[2]);
    long number = Sql.number(before[1]);
    if (!Admission.takesMessages(number, unread, submission, bounds)) {
      return false;
    }
    em.persist(new InboxRow(runKey, submission, ((Number) before[0]).intValue(), now));
    MediaRows.write(em, submission.threadId(), submission.media());
    return true;
  }

  /** Stores the message of the runtime itself for a run, beyond the limits of callers. */
  static void tell(EntityManager em, long runKey, Submission message, long now) {
    Object before =
        em.createNativeQuery("SELECT COUNT(*) AS entries FROM awaken_inbox" + OF_RUN)
            .setParameter("thread", Keys.thread(message.threadId()))
            .setParameter("run", runKey)
            .getSingleResult();
    em.persist(new InboxRow(runKey, message, ((Number) before).intValue(), now));
  }

  /**
   * Returns a run's unread messages in order of arrival. Unreadable ones are set aside, so that
   * they are logged once and not read again.
   */
  public static List<InboxEntry> readable(EntityManager em, UUID threadKey, long runKey) {
    var entries = new ArrayList<InboxEntry>();
    var unreadable = new ArrayList<String>();
    for (InboxRow row : left(em, threadKey, runKey, List.of(InboxRow.STEER))) {
      row.toEntry().ifPresentOrElse(entries::add, () -> unreadable.add(row.key.entryId()));
    }
    if (!unreadable.isEmpty()) {
      Sql.update(em, SET_ASIDE, "thread", threadKey, "run", runKey, "entries", unreadable);
    }
    return entries;
  }

  private static List<InboxRow> left(
      EntityManager em, UUID threadKey, long runKey, List<String> kinds) {
    return em.createQuery(
            "select i from InboxRow i where i.key.threadKey = :thread and i.key.runKey = :run"
                + " and i.kind in (:kinds) and i.consumedAt is null order by i.place",
            InboxRow.class)
        .setParameter("thread", threadKey)
        .setParameter("run", runKey)
        .setParameter("kinds", kinds)
        .setHint("org.hibernate.readOnly", true)
        .getResultList();
  }

  /** Marks entries as consumed. */
  public void consume(EntityManager em, Fence fence, List<String> entries) {
    if (!entries.isEmpty()) {
      em.createNativeQuery(consume + " AND entry_id IN (:entries)")
          .setParameter("thread", Keys.thread(fence.threadId()))
          .setParameter("run", Keys.run(fence.runId()))
          .setParameter("entries", entries)
          .executeUpdate();
    }
  }

  /**
   * Builds a run for an unreadable message, with the agent of the addressed run. Its claim moves it
   * to the dead letter with all stored data.
   */
  private static Submission unreadable(EntityManager em, ThreadId threadId, InboxRow entry) {
    Object[] run =
        Sql.row(
            em,
            "SELECT agent_id, tenant FROM awaken_run" + OF_RUN,
            "thread",
            entry.key.threadKey(),
            "run",
            entry.key.runKey());
    String id = entry.key.entryId();
    var caller = new Caller((String) run[1], entry.sender, Set.of());
    return new Submission(
        new RunId(id), threadId, new JobId(id), (String) run[0], caller, null, List.of(), null);
  }

  /** Turns the unread messages of an ended run into new runs. */
  public void queueLeft(EntityManager em, ThreadId threadId, long runKey) {
    UUID threadKey = Keys.thread(threadId);
    List<InboxRow> left = left(em, threadKey, runKey, SAID);
    if (left.isEmpty()) {
      return;
    }
    Object[] thread =
        Sql.row(
            em,
            "SELECT " + clock + ", generation FROM awaken_thread WHERE thread_key = :thread",
            "thread",
            threadKey);
    long now = Sql.number(thread[0]);
    long generation = Sql.number(thread[1]);
    long made = now;
    for (InboxRow entry : left) {
      Optional<Submission> submission = entry.submission(threadId);
      Submission run = submission.orElseGet(() -> unreadable(em, threadId, entry));
      em.persist(new RunRow(run, generation, made));
      // Preserves the order of arrival, since the ids come from different nodes' clocks.
      var job = new JobRow(run, settings, generation, made++);
      job.availableAt = now;
      job.input = submission.isPresent() ? job.input : entry.body;
      em.persist(job);
    }
    em.createNativeQuery(consume + " AND kind IN (:kinds) AND consumed_at IS NULL")
        .setParameter("kinds", SAID)
        .setParameter("thread", threadKey)
        .setParameter("run", runKey)
        .executeUpdate();
    threads.latest(em, threadKey, Keys.run(left.getLast().key.entryId()));
  }

  /**
   * @param next the run that reads or answers the others' messages
   * @param runs the other runs of the thread
   */
  public static void copySpeakers(EntityManager em, RunRow next, List<Long> runs) {
    Set<String> known = Inbox.senders(em, next.threadKey, next.runKey);
    Set<String> speakers = new HashSet<>();
    for (long run : runs) {
      speakers.addAll(subjects(em, next.threadKey, run));
      speakers.addAll(Inbox.senders(em, next.threadKey, run));
      speakers.addAll(deciders(em, next.threadKey, run));
    }
    int place = known.size();
    speakers.removeAll(known);
    speakers.remove(next.subject);
    for (String speaker : speakers) {
      em.persist(InboxRow.spoken(next, speaker, place++));
    }
  }

  private static List<String> subjects(EntityManager em, UUID thread, long run) {
    return em.createQuery(
            "select r.subject from RunRow r where r.threadKey = :thread and r.runKey = :run",
            String.class)
        .setParameter("thread", thread)
        .setParameter("run", run)
        .getResultList();
  }

  private static List<String> deciders(EntityManager em, UUID thread, long run) {
    return em.createQuery(
            "select s from SuspensionRow s where s.key.threadKey = :thread and s.key.runKey = :run"
                + " and s.decidedBy is not null",
            SuspensionRow.class)
        .setParameter("thread", thread)
        .setParameter("run", run)
        .setHint("org.hibernate.readOnly", true)
        .getResultStream()
        .filter(Inbox::speaks)
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
