package io.awaken.store.jpa.rows;

import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Cost;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.submission.Submission;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;

/**
 * A run. Its status changes when it is claimed and when it ends, not at commits in between:
 * messages and segments show its progress.
 */
@Entity
@Table(name = "awaken_run")
public class RunRow {
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

  /** For Hibernate. */
  protected RunRow() {}

  public RunRow(Submission submission, long generation, long now) {
    threadId = submission.threadId().key();
    runId = submission.runId().value();
    agentId = submission.agentId();
    tenant = submission.caller().tenant();
    subject = submission.caller().subject();
    roles = StoredJson.writeRoles(submission.caller().roles());
    parentRunId = submission.parentRunId() == null ? null : submission.parentRunId().value();
    clientTools = StoredJson.writeClientTools(submission.clientTools());
    overrides = StoredJson.writeOverrides(submission.overrides());
    clientInput = StoredJson.writeClientInput(submission.clientInput());
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
  private Caller shownCaller() {
    try {
      return caller();
    } catch (RuntimeException | StackOverflowError e) {
      return new Caller(tenant, subject, Set.of());
    }
  }

  private InferenceOverride shownOverrides() {
    try {
      return StoredJson.readOverrides(overrides);
    } catch (RuntimeException | StackOverflowError e) {
      return InferenceOverride.NONE;
    }
  }

  /**
   * @param thread who may use its thread
   */
  public RunRecord toRecord(ThreadAccess thread) {
    return new RunRecord(
        new RunId(runId),
        ThreadId.ofKey(threadId),
        agentId,
        shownCaller(),
        ThreadRow.run(parentRunId),
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
        shownOverrides(),
        thread);
  }
}
