package io.awaken.core.mailbox;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;

/** What became of the wish to try again what is in the dead letter. */
public sealed interface RedriveResult {

  /** A new run with the same input waits in the queue. */
  record Queued(RunId runId, JobId jobId) implements RedriveResult {}

  /** There is no such job for this caller. */
  record NotFound() implements RedriveResult {}

  /** It works with roles that the caller has not. */
  record Forbidden() implements RedriveResult {}

  /** It is not in the dead letter, or another run has taken its place. */
  record NotDead() implements RedriveResult {}

  /** As many jobs of the thread wait in the queue as may; it stays where it is. */
  record QueueFull(int most) implements RedriveResult {}

  /** The input of its run is not there any more, or nobody can read it. */
  record NoInput() implements RedriveResult {}
}
