package io.awaken.bench.load;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What one measurement saw. Times in microseconds. Filled by the load's thread. */
public final class Reading {

  private static final long LONGEST_MICROS = 120_000_000;
  private static final int DIGITS = 3;

  private final Histogram firstEvent = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram terminal = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram jitter = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram sourceJitter = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram transit = new Histogram(LONGEST_MICROS, DIGITS);
  private final Map<String, Integer> failures = new TreeMap<>();
  private int sent;
  private int succeeded;
  private long lostTokens;
  private double perSecond;

  void countSent() {
    sent++;
  }

  void countSuccess() {
    succeeded++;
  }

  void countFailure(String reason) {
    failures.merge(String.valueOf(reason), 1, Integer::sum);
  }

  void countLost(long tokens) {
    lostTokens += tokens;
  }

  void rate(double runsPerSecond) {
    perSecond = runsPerSecond;
  }

  static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.min(Math.max(nanos / 1000, 0), LONGEST_MICROS));
  }

  /** From the request, or from when it should have been sent, to the first event. */
  public Histogram firstEvent() {
    return firstEvent;
  }

  /** From the same moment to the last event. */
  public Histogram terminal() {
    return terminal;
  }

  /** How far the gap between two tokens was from what it should be, as received. */
  public Histogram jitter() {
    return jitter;
  }

  /** The same as sent by the endpoint. */
  public Histogram sourceJitter() {
    return sourceJitter;
  }

  /** From the endpoint's write to our read of a token. */
  public Histogram transit() {
    return transit;
  }

  public int sent() {
    return sent;
  }

  public int succeeded() {
    return succeeded;
  }

  /** Requests that are not accounted for by a natural end. */
  public int lost() {
    return sent - succeeded;
  }

  public long lostTokens() {
    return lostTokens;
  }

  /** Runs that ended in time, per second. */
  public double perSecond() {
    return perSecond;
  }

  /** Reasons with their number. */
  public Map<String, Integer> failures() {
    return failures;
  }
}
