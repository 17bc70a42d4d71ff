package io.awaken.http.stream;

import java.time.Duration;

/**
 * Limits of event streams.
 *
 * @param perPrincipal open streams of one principal; default 20
 * @param perNode open streams of this node; default 2,000
 * @param queueEvents live events that may wait for a reader; default 1,000
 * @param queueBytes their estimated bytes; default 1 MiB
 * @param pageSegments segments read from the log at once; default 32
 * @param times intervals and deadlines
 */
public record StreamSettings(
    int perPrincipal, int perNode, int queueEvents, int queueBytes, int pageSegments, Times times) {

  public static final StreamSettings DEFAULTS =
      new StreamSettings(20, 2_000, 1_000, 1 << 20, 32, Times.DEFAULTS);

  /** Parts of a reader's limits that one delegate's run gets. */
  private static final int SHARE = 8;

  /** The limits for the run of one delegate, which the reader of a run above follows. */
  public StreamSettings forDelegate() {
    return new StreamSettings(
        perPrincipal,
        perNode,
        Math.max(1, queueEvents / SHARE),
        Math.max(1, queueBytes / SHARE),
        Math.max(1, pageSegments / SHARE),
        times);
  }

  /**
   * Times of a stream.
   *
   * @param heartbeat silence after which a comment is written; default 15 s
   * @param writeDeadline how long a reader may accept no bytes; default 10 s
   * @param maxAge after which a stream is asked to reconnect; default 30 min
   * @param poll how often the log is read for a run that executes elsewhere; default 2 s
   * @param firstPoll the first poll, for a run accepted here that has not begun; default 250 ms
   */
  public record Times(
      Duration heartbeat,
      Duration writeDeadline,
      Duration maxAge,
      Duration poll,
      Duration firstPoll) {

    public static final Times DEFAULTS =
        new Times(
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofMinutes(30),
            Duration.ofSeconds(2),
            Duration.ofMillis(250));

    /** Maximum number of intervals between two polls of an idle thread. */
    private static final int PATIENCE = 5;

    /** The number of lost keep-alives of a reader that are tolerated. */
    private static final int REPETITIONS = 4;

    /**
     * Interval between two polls of an idle thread.
     *
     * @param polls polls without a result
     */
    public Duration idlePoll(int polls) {
      return poll.multipliedBy(Math.clamp(polls, 1, PATIENCE));
    }

    /** How long a remote reader of a run counts without renewing its interest. */
    public Duration runFollowed() {
      return poll.multipliedBy(REPETITIONS);
    }

    /** The same for readers of whole threads. */
    public Duration threadFollowed() {
      return idlePoll(PATIENCE).multipliedBy(REPETITIONS);
    }

    /** Interval of a stream's timer: often enough for every time above. */
    public Duration tick() {
      Duration shorter = heartbeat.compareTo(writeDeadline) < 0 ? heartbeat : writeDeadline;
      return shorter.dividedBy(2);
    }
  }
}
