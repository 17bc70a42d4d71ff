package io.awaken.store.jpa.job;

import io.awaken.core.decision.RunState;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.Waited;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.statement.SeenThread;
import io.awaken.store.jpa.statement.ThreadCuts;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a claim as read; the update of the thread row decides.
 *
 * @param readAt epoch milliseconds by the clock of the database
 * @param messageBytes of the thread
 */
record ClaimRows(JobRow job, ThreadRow thread, RunRow run, long readAt, long messageBytes) {

  /** Empty when the job does not exist. */
  static Optional<ClaimRows> load(EntityManager em, String clock, Candidate candidate) {
    return load(em, clock, candidate.threadId(), candidate.jobId());
  }

  static Optional<ClaimRows> load(EntityManager em, String clock, ThreadId threadId, JobId jobId) {
    List<Object[]> found =
        em.createQuery(
                "select j, t, r, sql('"
                    + clock
                    + "') from JobRow j join ThreadRow t on t.threadKey = j.threadKey"
                    + " join RunRow r on r.threadKey = j.threadKey and r.runKey = j.runKey"
                    + " where j.threadKey = :thread and j.jobId = :job",
                Object[].class)
            .setParameter("thread", Keys.thread(threadId))
            .setParameter("job", jobId.value())
            .setHint("org.hibernate.readOnly", true)
            .getResultList();
    return found.stream()
        .findFirst()
        .map(
            row ->
                new ClaimRows(
                    (JobRow) row[0],
                    (ThreadRow) row[1],
                    (RunRow) row[2],
                    Sql.number(row[3]),
                    ThreadLock.size(em, (ThreadRow) row[1])));
  }

  /** Returns whether the job is queued and its thread's slot is free. */
  boolean free() {
    return job.hasStatus(JobStatus.QUEUED) && thread.slotJob == null;
  }

  /** Returns the run's state without its cancellation, which is read separately. */
  RunState state() {
    return RunState.of(RunRow.status(run.status), JobRow.status(job.status), false);
  }

  /** The fence of a claim that is already stored. */
  Fence owned(ClaimToken token) {
    return fence(token, thread.epoch, thread.messageCount, messageBytes);
  }

  /** The fence of the next claim, which appends these messages. */
  Fence next(ClaimToken token, List<Message> appended) {
    return fence(
        token,
        thread.epoch + 1,
        thread.messageCount + appended.size(),
        messageBytes + MessageBytes.of(appended));
  }

  private Fence fence(ClaimToken token, long epoch, long count, long bytes) {
    return new Fence(
        ThreadId.ofKey(run.threadId),
        new RunId(run.runId),
        new JobId(job.jobId),
        token,
        epoch,
        count,
        bytes,
        thread.commitId);
  }

  ThreadCuts.Seen cuttable() {
    return new ThreadCuts.Seen(thread.threadKey, thread.tail(), thread.messageCount);
  }

  Waited waited() {
    return Waited.at(readAt, job.createdAt, job.availableAt);
  }

  SeenThread seen() {
    return new SeenThread(
        0,
        thread.tenant,
        thread.owner,
        thread.sharing,
        thread.slotToken,
        thread.openRun == null ? null : run.runId,
        run.subject,
        run.roles,
        thread.latestRun,
        thread.epoch,
        thread.messageCount,
        messageBytes,
        thread.commitId,
        0,
        thread.parentThreadId,
        1,
        true,
        thread.tail());
  }
}
