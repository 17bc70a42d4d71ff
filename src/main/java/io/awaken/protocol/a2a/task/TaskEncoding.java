package io.awaken.protocol.a2a.task;

import io.awaken.core.run.RunId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The stream of one task for one reader, the same for both bindings: the task, then what changes.
 * It ends when the task ends, and unless the reader subscribed when the task asks for input. It
 * stays open while the user signs in elsewhere (A2A 1.0 section 7.6.1). For one stream.
 */
public final class TaskEncoding implements StreamEncoding {

  /**
   * What the reader asked for.
   *
   * @param context the thread
   * @param since when the task was submitted; null when its events will tell
   * @param frames of the binding
   * @param resumed whether the reader has just answered a question
   * @param subscribed whether the stream stays open while the task asks for input
   * @param decided ids of questions that have an answer on which the run has not acted
   */
  public record Reading(
      String context,
      Instant since,
      Frames frames,
      boolean resumed,
      boolean subscribed,
      Set<String> decided) {

    public Reading {
      decided = Set.copyOf(decided);
    }

    /** The reader of a new task. */
    public static Reading ofNew(String context, Frames frames) {
      return new Reading(context, null, frames, false, false, Set.of());
    }

    /** The reader of a task that exists. */
    public static Reading ofSubscriber(String context, Instant since, Frames frames) {
      return new Reading(context, since, frames, false, true, Set.of());
    }

    /** A reader that has just answered some of the questions of a task. */
    public static Reading ofAnswerer(
        String context, Instant since, Frames frames, List<SuspensionRecord> questions) {
      Set<String> decided =
          questions.stream()
              .filter(each -> each.status() == SuspensionStatus.DECIDED)
              .map(each -> each.ticket().suspension().id())
              .collect(Collectors.toSet());
      return new Reading(context, since, frames, true, false, decided);
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
    return true;
  }

  /** What the reader has, from all encoders of the stream. For one thread at a time. */
  static final class Wire {

    /** Characters of each artifact. */
    final Map<String, Integer> sent = new HashMap<>();

    boolean begun;
    TaskState state;
  }
}
