package io.awaken.core.run;

import java.time.Duration;

/**
 * How long a job waited before its run began. What passed before the claim is told by the clock of
 * the store, what passed since by that of the node.
 *
 * @param sinceMade since it was accepted
 * @param sinceDue since it might have been claimed first, as far as its own time goes: its thread
 *     may have been busy
 * @param sinceClaim since a node asked for it
 */
public record Waited(Duration sinceMade, Duration sinceDue, Duration sinceClaim) {

  /** Of a job that is claimed as it is accepted. */
  public static final Waited NOT = new Waited(Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /**
   * Of a job at its claim.
   *
   * @param now epoch milliseconds by the clock that set the others
   */
  public static Waited at(long now, long madeAt, long dueAt) {
    return new Waited(past(now - madeAt), past(now - dueAt), Duration.ZERO);
  }

  /** Clocks of databases can be put back. */
  private static Duration past(long millis) {
    return Duration.ofMillis(Math.max(0, millis));
  }

  /** The same when so much has passed since the claim. */
  public Waited longer(Duration since) {
    return new Waited(sinceMade.plus(since), sinceDue.plus(since), sinceClaim.plus(since));
  }
}
