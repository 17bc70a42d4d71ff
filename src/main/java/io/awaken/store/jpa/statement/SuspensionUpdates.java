package io.awaken.store.jpa.statement;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Share;
import io.awaken.core.store.suspension.SuspensionChanges;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.text.WholeText;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredJson;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Writes suspensions and decisions, behind {@link ThreadLock}: one batch each for new, consumed and
 * cancelled ones, none when there are none.
 */
public final class SuspensionUpdates {
  /** Limit of texts of arbitrary length that are never read back from their own column. */
  private static final int MAX_LENGTH = 128;

  private static final String ROLE = "r:";
  private static final String OTHER = "o:";

  private static final String MOVE =
      "UPDATE awaken_suspension SET status = ? WHERE thread_key = ? AND run_key = ?"
          + " AND call_id = ? AND ordinal = ? AND status IN ";
  private static final String CONSUME = MOVE + "('decided')";
  private static final String CANCEL = MOVE + "('open', 'decided')";
  private static final String CANCEL_ALL =
      "UPDATE awaken_suspension SET status = 'cancelled' WHERE thread_key = :thread"
          + " AND run_key = :run AND status IN ('open', 'decided')";
  private final String open;
  private final String decide;
  private final String inTime;
  private final String overdue;

  SuspensionUpdates(String clock) {
    // Orders a run's suspensions independently of the clock and of how a batch is sent: a row may
    // or may not see earlier rows of its batch.
    open =
        "INSERT INTO awaken_suspension (thread_key, run_key, call_id, ordinal, thread_id, run_id,"
            + " suspension_id, tenant, requester, agent_id, tool_name, kind, asked_by, action,"
            + " ticket, arguments_hash, batch, approver, status, created_at, expires_at, place)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', "
            + clock
            + ", "
            + clock
            + " + CAST(? AS BIGINT), COALESCE((SELECT MAX(place) FROM awaken_suspension"
            + " WHERE thread_key = ? AND run_key = ?), -1) + 1 + CAST(? AS INT))";
    decide =
        "UPDATE awaken_suspension SET status = 'decided', decision = :decision,"
            + " decided_by = :by, decided_at = "
            + clock
            + " WHERE thread_key = :thread AND run_key = :run AND call_id = :call"
            + " AND ordinal = :ordinal AND status = 'open'";
    inTime = decide + " AND (expires_at IS NULL OR expires_at > " + clock + ")";
    overdue = decide + " AND expires_at <= " + clock;
  }

  /**
   * An approver as lists search it: a role, or anyone, and whether the requester is excluded. Null
   * without terms, and for a role that is longer than any caller's.
   */
  private static String stored(Approver approver) {
    if (approver.role() == null) {
      return approver.otherThanRequester() ? OTHER : null;
    }
    return approver.role().length() > Share.MAX_NAME
        ? null
        : (approver.otherThanRequester() ? OTHER : ROLE) + approver.role();
  }

  /** The stored approvers that a caller is, whoever the requester is. */
  public static List<String> approves(Caller caller) {
    return Stream.concat(Stream.of(ROLE), caller.roles().stream().map(role -> ROLE + role))
        .toList();
  }

  /** The stored approvers that a caller is unless it is the requester. */
  public static List<String> approvesAsOther(Caller caller) {
    return Stream.concat(Stream.of(OTHER), caller.roles().stream().map(role -> OTHER + role))
        .toList();
  }

  /** Truncates a text of arbitrary length. */
  public static String cut(String text) {
    return text == null ? null : WholeText.cut(text, MAX_LENGTH);
  }

  public void write(EntityManager em, SuspensionChanges changes) {
    var place = new AtomicInteger();
    Sql.batch(em, open, changes.opened(), asked -> row(asked, place.getAndIncrement()));
    Sql.batch(em, CONSUME, changes.consumed(), key -> moved("consumed", key));
    Sql.batch(em, CANCEL, changes.cancelled(), key -> moved("cancelled", key));
  }

  /** An ended run needs no decisions. */
  public void cancelAll(EntityManager em, UUID threadKey, long runKey) {
    Sql.update(em, CANCEL_ALL, "thread", threadKey, "run", runKey);
  }

  /**
   * Decides an open suspension that has not expired.
   *
   * @return false when it is not open, or expired
   */
  public boolean decide(EntityManager em, SuspensionKey key, Decision decision, String by) {
    return decide(em, inTime, key, decision, by);
  }

  /**
   * Decides an expired open suspension.
   *
   * @return false when it is not open
   */
  public boolean expire(EntityManager em, SuspensionKey key, Decision decision, String by) {
    return decide(em, overdue, key, decision, by);
  }

  private static boolean decide(
      EntityManager em, String sql, SuspensionKey key, Decision decision, String by) {
    return em.createNativeQuery(sql)
            .setParameter("decision", StoredJson.writeDecision(decision))
            .setParameter("by", by)
            .setParameter("thread", Keys.thread(key.threadId()))
            .setParameter("run", Keys.run(key.runId()))
            .setParameter("call", key.callId())
            .setParameter("ordinal", key.ordinal())
            .executeUpdate()
        == 1;
  }

  private static Object[] row(NewSuspension question, int place) {
    var ticket = question.ticket();
    PendingCall call = ticket.pending();
    SuspensionKey key = question.key();
    return Sql.values(
        Keys.thread(key.threadId()),
        Keys.run(key.runId()),
        key.callId(),
        key.ordinal(),
        key.threadId().key(),
        key.runId().value(),
        cut(ticket.suspension().id()),
        question.run().caller().tenant(),
        question.run().caller().subject(),
        question.run().agentId(),
        call == null ? null : cut(call.name()),
        question.kind().wire(),
        question.askedBy(),
        cut(ticket.suspension().action()),
        StoredJson.writeTicket(ticket),
        question.argumentsHash(),
        question.batch(),
        stored(ticket.approver()),
        ticket.expiry() == null ? null : (Object) ticket.expiry().afterMillis(),
        Keys.thread(key.threadId()),
        Keys.run(key.runId()),
        place);
  }

  private static Object[] moved(String status, SuspensionKey key) {
    return Sql.values(
        status, Keys.thread(key.threadId()), Keys.run(key.runId()), key.callId(), key.ordinal());
  }
}
