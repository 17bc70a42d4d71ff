package io.awaken.core.run;

import java.time.Duration;

/**
 * How long a job waited before its run started. The store's clock measures the time before the
 * claim, the node's clock the time after it.
 *
 * @param sinceMade since it was accepted
 * @param sinceDue since it was first due; its thread may have been busy
 * @param sinceClaim since a node requested the claim
 */
public record Waited(Duration sinceMade, Duration sinceDue, Duration sinceClaim) {

  /** For a job that is claimed when it is accepted. */
  public static final Waited NOT = new Waited(Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /**
   * For a job at its claim.
   *
   * @param now epoch milliseconds by the clock that set the others
   */
  public static Waited at(long now, long madeAt, long dueAt) {
    return new Waited(past(now - madeAt), past(now - dueAt), Duration.ZERO);
  }

  /** A database clock can be set back. */
  private static Duration past(long millis) {
    return Duration.ofMillis(Math.max(0, millis));
  }

  /** With the time since the claim. */
  public Waited longer(Duration since) {
    return new Waited(sinceMade.plus(since), sinceDue.plus(since), sinceClaim.plus(since));
  }
}
