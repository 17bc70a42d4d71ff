package io.awaken.protocol.a2a.task;

import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The stream of one task for one reader, the same for both bindings: the task, then what changes.
 * It ends when the task ends, and unless it outlasts pauses when the task waits for its client. For
 * one stream.
 */
public final class TaskEncoding implements StreamEncoding {

  /**
   * What the reader asked for.
   *
   * @param context the thread
   * @param since when the task was submitted; null when its events will tell
   * @param frames of the binding
   * @param resumed whether the reader has just answered a question
   * @param outlastsPauses whether the stream stays open while the task waits
   * @param decided ids of questions that have an answer on which the run has not acted
   */
  public record Reading(
      String context,
      Instant since,
      Frames frames,
      boolean resumed,
      boolean outlastsPauses,
      Set<String> decided) {

    public Reading {
      decided = Set.copyOf(decided);
    }

    /** The reader of a new task. */
    public static Reading ofNew(String context, Frames frames) {
      return new Reading(context, null, frames, false, false, Set.of());
    }
  }

  private final Reading reading;
  private final Wire wire = new Wire();

  public TaskEncoding(Reading reading) {
    this.reading = reading;
  }

  @Override
  public StreamEncoder encoder(RunId run) {
    return new TaskEncoder(run.value(), reading, wire);
  }

  @Override
  public boolean stateful() {
    return true;
  }

  @Override
  public boolean outlastsPauses() {
    return reading.outlastsPauses();
  }

  /** What the reader has, from all encoders of the stream. For one thread at a time. */
  static final class Wire {

    /** Characters of each artifact. */
    final Map<String, Integer> sent = new HashMap<>();

    boolean begun;
    TaskState state;
  }
}
