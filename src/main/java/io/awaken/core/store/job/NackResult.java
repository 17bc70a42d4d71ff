package io.awaken.core.store.job;

import java.time.Duration;

/** The result of a failed execution. */
public sealed interface NackResult {

  /** Back in the queue with this delay. */
  record Retried(Duration in) implements NackResult {}

  /** The run ended with an error; its job is in the dead letter. */
  record Dead() implements NackResult {}

  /** The claim was lost; nothing was written. */
  record Lost() implements NackResult {}
}
