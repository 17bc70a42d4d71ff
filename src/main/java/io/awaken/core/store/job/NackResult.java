package io.awaken.core.store.job;

import java.time.Duration;

/** What became of a run whose owner could not execute it. */
public sealed interface NackResult {

  /** Back in the queue; nobody claims it before this time has passed. */
  record Retried(Duration in) implements NackResult {}

  /** The run has ended with an error; its job waits in the dead letter. */
  record Dead() implements NackResult {}

  /** The claim was not the thread's owner any more; nothing was written. */
  record Lost() implements NackResult {}
}
