package io.awaken.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The results of one measurement, with times in microseconds. Written by the load's thread. */
public final class Reading {

  private static final long LONGEST_MICROS = 120_000_000;
  private static final int DIGITS = 3;

  private final Histogram firstEvent = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram terminal = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram resumed = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram jitter = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram sourceJitter = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram transit = new Histogram(LONGEST_MICROS, DIGITS);
  private final Map<String, Integer> failures = new TreeMap<>();
  private final List<Integer> open = new ArrayList<>();
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

  /** Notes how many requests have no response yet. */
  void countOpen() {
    open.add(sent - succeeded - failures.values().stream().mapToInt(Integer::intValue).sum());
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

  /** Time from the request, or from when it was due, to the first event. */
  public Histogram firstEvent() {
    return firstEvent;
  }

  /** Time from the request, or from when it was due, to the last event. */
  public Histogram terminal() {
    return terminal;
  }

  /** Time from the end of a delegate to the next event of its caller, as received. */
  public Histogram resumed() {
    return resumed;
  }

  /** Deviation of the gap between two tokens from the intended one, as received. */
  public Histogram jitter() {
    return jitter;
  }

  /** Deviation of the gap between two tokens, as sent by the endpoint. */
  public Histogram sourceJitter() {
    return sourceJitter;
  }

  /** Time from the endpoint's write of a token to the load's read. */
  public Histogram transit() {
    return transit;
  }

  public int sent() {
    return sent;
  }

  public int succeeded() {
    return succeeded;
  }

  /** Requests whose run did not end naturally. */
  public int lost() {
    return sent - succeeded;
  }

  public long lostTokens() {
    return lostTokens;
  }

  /** Successful runs within the measured time, per second. */
  public double perSecond() {
    return perSecond;
  }

  /** How many requests were open, second by second; empty unless they arrive at random. */
  public List<Integer> open() {
    return List.copyOf(open);
  }

  /** Reasons of failures with their counts. */
  public Map<String, Integer> failures() {
    return failures;
  }
}
