package io.awaken.core.store.job;

import io.awaken.core.message.Message;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.submission.Delivery;
import java.util.List;

/**
 * One job of the mailbox as stored, with the run that it carries (features row 190).
 *
 * @param jobId the job
 * @param run the run as it is now; a later job may carry it by now
 * @param status where the job is in its life
 * @param generation of the thread when it was queued
 * @param delivery as it was asked for; its delay counts from the beginning of the job
 * @param messages what the run began with, as long as it is kept; empty where nobody can read it
 * @param attempts how it was claimed so far
 * @param createdAt epoch milliseconds, as all times here
 * @param updatedAt last change
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
   * How a job was claimed so far.
   *
   * @param count claims so far
   * @param max claims that count, at the most
   * @param lastError why it could not be executed the last time, or null
   * @param claimedBy the node that claimed it last, or null
   * @param leaseUntil when others may take it from its owner; null while nobody owns it
   * @param availableAt nobody claims it before
   */
  public record Attempts(
      int count, int max, String lastError, String claimedBy, Long leaseUntil, long availableAt) {}
}
