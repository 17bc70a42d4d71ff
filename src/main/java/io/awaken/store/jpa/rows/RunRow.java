package io.awaken.store.jpa.rows;

import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Cost;
import io.awaken.core.store.submission.Submission;
import io.awaken.store.database.Keys;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/**
 * A run. Its status changes when it is claimed and when it ends, not at commits in between:
 * messages and segments show its progress.
 */
@Entity
@Table(name = "awaken_run")
public class RunRow {
  @Column(name = "thread_key")
  public UUID threadKey;

  @Column(name = "run_key")
  public long runKey;

  @Column(name = "thread_id")
  public String threadId;

  @Id
  @Column(name = "run_id")
  public String runId;

  @Column(name = "agent_id")
  public String agentId;

  @Column(name = "tenant")
  public String tenant;

  @Column(name = "subject")
  public String subject;

  @Column(name = "roles")
  public String roles;

  @Column(name = "parent_run_id")
  public String parentRunId;

  /** What was asked of it besides what has columns; null for nothing and in earlier rows. */
  @Column(name = "spec")
  String spec;

  // Of runs of earlier versions, which have no spec.
  @Column(name = "frontend_tools")
  String clientTools;

  @Column(name = "inference_override")
  String overrides;

  @Column(name = "client_input")
  String clientInput;

  @Column(name = "resolution_hash")
  public String resolution;

  @Column(name = "job_id")
  String jobId;

  @Column(name = "generation")
  long generation;

  @Column(name = "status")
  public String status;

  @Column(name = "termination")
  String termination;

  @Column(name = "final_output")
  String finalOutput;

  @Column(name = "steps")
  int steps;

  @Column(name = "input_tokens")
  long inputTokens;

  @Column(name = "output_tokens")
  long outputTokens;

  @Column(name = "cost_amount")
  BigDecimal costAmount;

  @Column(name = "cost_currency")
  String costCurrency;

  @Column(name = "created_at")
  long createdAt;

  @Column(name = "started_at")
  public Long startedAt;

  @Column(name = "finished_at")
  Long finishedAt;

  @Column(name = "time_left")
  public Long timeLeft;

  @Column(name = "updated_at")
  long updatedAt;

  protected RunRow() {}

  public RunRow(Submission submission, long generation, long now) {
    threadId = submission.threadId().key();
    runId = submission.runId().value();
    threadKey = Keys.thread(threadId);
    runKey = Keys.run(runId);
    agentId = submission.agentId();
    tenant = submission.caller().tenant();
    subject = submission.caller().subject();
    roles = StoredJson.writeRoles(submission.caller().roles());
    RunSpec given = submission.spec();
    parentRunId = given.parentRunId() == null ? null : given.parentRunId().value();
    spec = StoredJson.writeSpec(given);
    jobId = submission.jobId().value();
    this.generation = generation;
    boolean claimed = submission.claim() != null;
    status = (claimed ? RunStatus.RUNNING : RunStatus.CREATED).wire();
    createdAt = now;
    startedAt = claimed ? now : null;
    updatedAt = now;
  }

  public static RunStatus status(String wire) {
    return RunStatus.valueOf(wire.toUpperCase(Locale.ROOT));
  }

  Caller caller() {
    return new Caller(tenant, subject, StoredJson.readRoles(roles));
  }

  /** Returns whether it has started and used up its time. */
  public boolean timeUsedUp() {
    return timeLeft != null && timeLeft <= 0;
  }

  /** Returns the caller for readers, without roles if they are unreadable. */
  public Caller shownCaller() {
    try {
      return caller();
    } catch (RuntimeException | StackOverflowError e) {
      return new Caller(tenant, subject, Set.of());
    }
  }

  /**
   * Returns what was asked of it, without what its job has.
   *
   * @throws StoredInput.Unreadable when it cannot be decoded
   */
  RunSpec spec() {
    RunSpec stored =
        spec == null
            ? earlierSpec()
            : StoredInput.read("what was asked of it", () -> StoredJson.readSpec(spec));
    return stored.withAgent(agentId, ThreadRow.run(parentRunId));
  }

  private RunSpec earlierSpec() {
    return RunSpec.of(null, null, List.of())
        .withClientTools(
            StoredInput.read(
                "the tools of its client", () -> StoredJson.readClientTools(clientTools)))
        .withClientInput(
            StoredInput.read(
                "the input of its client", () -> StoredJson.readClientInput(clientInput)))
        .withOverrides(
            StoredInput.read(
                "the settings of its model calls", () -> StoredJson.readOverrides(overrides)));
  }

  /** Returns the call that waits for a run, from its spec; null for none, and if unreadable. */
  public static ParentCall parentCall(String spec) {
    try {
      return spec == null ? null : StoredJson.readSpec(spec).parent();
    } catch (RuntimeException | StackOverflowError e) {
      return null;
    }
  }

  /** Returns it for readers, without what is unreadable. */
  private RunSpec shownSpec() {
    RunSpec bare = RunSpec.of(agentId, ThreadRow.run(parentRunId), List.of());
    try {
      return spec == null
          ? bare.withOverrides(StoredJson.readOverrides(overrides))
          : StoredJson.readShownSpec(spec).withAgent(bare.agentId(), bare.parentRunId());
    } catch (RuntimeException | StackOverflowError e) {
      return bare;
    }
  }

  /**
   * @param thread who may use its thread
   */
  public RunRecord toRecord(ThreadAccess thread) {
    return new RunRecord(
        new RunId(runId),
        ThreadId.ofKey(threadId),
        shownCaller(),
        shownSpec(),
        new JobId(jobId),
        generation,
        status(status),
        StoredJson.readTermination(termination),
        finalOutput,
        steps,
        inputTokens,
        outputTokens,
        costAmount == null ? null : Cost.of(costAmount, costCurrency),
        createdAt,
        startedAt,
        finishedAt,
        updatedAt,
        resolution,
        thread);
  }
}
