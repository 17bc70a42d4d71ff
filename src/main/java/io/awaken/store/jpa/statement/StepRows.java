package io.awaken.store.jpa.statement;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.StepCommit;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.CallRow;
import io.awaken.store.jpa.rows.MessageRow;
import io.awaken.store.jpa.rows.MessageRow.SystemMessageRow;
import io.awaken.store.jpa.rows.SegmentRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredJson;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.UUID;

/** Writes the rows of a commit: one batch per kind of row. */
public final class StepRows {
  private static final String KEY = " WHERE thread_key = ? AND run_key = ? AND call_id = ?";
  private static final String CHANGE_CALL = "UPDATE awaken_call SET status = ?, attempt = ?" + KEY;
  private static final String REVISE_CALL =
      "UPDATE awaken_call SET status = ?, attempt = ?, revision = ?, arguments = ?" + KEY;

  private StepRows() {}

  public static void write(EntityManager em, Fence fence, StepCommit step) {
    UUID thread = Keys.thread(fence.threadId());
    long run = Keys.run(fence.runId());
    Sql.batch(
        em,
        CHANGE_CALL,
        revised(step, false),
        call -> Sql.values(call.status().wire(), call.attempt(), thread, run, call.callId()));
    Sql.batch(
        em,
        REVISE_CALL,
        revised(step, true),
        call ->
            Sql.values(
                call.status().wire(),
                call.attempt(),
                call.revision(),
                StoredJson.writeTree(call.arguments()),
                thread,
                run,
                call.callId()));
    append(em, fence, fence.messageCount(), step.messages());
    int ordinal = 0;
    for (CallState call : step.newCalls()) {
      em.persist(new CallRow(fence, ordinal++, call));
    }
    if (step.segment() != null) {
      em.persist(new SegmentRow(fence.threadId(), fence.runId(), step.segment(), step.commitId()));
    }
  }

  /** Appends messages of the fence's run after this number of messages. */
  public static void append(EntityManager em, Fence fence, long count, List<Message> messages) {
    append(em, fence.threadId(), fence.runId(), count, messages);
  }

  /** Appends messages of a run without an owner. */
  public static void append(
      EntityManager em, ThreadId thread, RunId run, long count, List<Message> messages) {
    long sequence = count;
    for (Message message : messages) {
      em.persist(new MessageRow(thread, run, ++sequence, message));
      if (message.role() == Role.SYSTEM) {
        em.persist(new SystemMessageRow(thread, sequence));
      }
    }
  }

  /** Arguments are long and change only by decisions. */
  private static List<CallState> revised(StepCommit step, boolean revised) {
    return step.changedCalls().stream().filter(call -> call.revision() > 0 == revised).toList();
  }
}
