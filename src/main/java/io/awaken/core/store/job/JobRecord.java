package io.awaken.core.store.job;

import io.awaken.core.message.Message;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunRecord;
import java.util.List;

/**
 * One job of the mailbox as stored, with its run (features row 190).
 *
 * @param jobId the job
 * @param run the current run; a later job may have taken it over
 * @param status the job's status
 * @param generation the thread's generation when the job was queued
 * @param delivery as submitted; its delay counts from the creation of the job
 * @param messages the run's input while it is retained; empty when it is unreadable
 * @param attempts its claims so far
 * @param createdAt epoch milliseconds, as all times here
 * @param updatedAt time of the last change
 */
public record JobRecord(
    JobId jobId,
    RunRecord run,
    JobStatus status,
    long generation,
    Delivery delivery,
    List<Message> messages,
    Attempts attempts,
    long createdAt,
    long updatedAt) {

  public JobRecord {
    messages = List.copyOf(messages);
  }

  /**
   * The claims of a job so far.
   *
   * @param count number of claims
   * @param max maximum number of counted claims
   * @param lastError why the last execution failed, or null
   * @param claimedBy the node that claimed it last, or null
   * @param leaseUntil when other nodes may reclaim it; null while it has no owner
   * @param availableAt earliest time of the next claim
   */
  public record Attempts(
      int count, int max, String lastError, String claimedBy, Long leaseUntil, long availableAt) {}
}
