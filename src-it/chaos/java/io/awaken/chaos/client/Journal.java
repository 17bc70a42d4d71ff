package io.awaken.chaos.client;

import io.awaken.chaos.check.Command;
import io.awaken.chaos.check.History;
import io.awaken.chaos.check.Outage;
import io.awaken.chaos.check.Reading;
import io.awaken.chaos.check.Submission;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Records what the clients of a round observe. Thread-safe. */
public final class Journal {

  private final Queue<Supplier<Submission>> submissions = new ConcurrentLinkedQueue<>();
  private final Queue<Supplier<Reading>> readings = new ConcurrentLinkedQueue<>();
  private final Queue<Command> commands = new ConcurrentLinkedQueue<>();
  private final Queue<Outage> outages = new ConcurrentLinkedQueue<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  /** Adds a message that is about to be sent; its answers are read at the end of the round. */
  void addSubmission(Supplier<Submission> submission) {
    submissions.add(submission);
  }

  /** Adds a reader; its frames are read at the end of the round. */
  void addReading(Supplier<Reading> reading) {
    readings.add(reading);
  }

  void addCommand(Command command) {
    commands.add(command);
  }

  public void addOutage(Outage outage) {
    outages.add(outage);
  }

  void addFailure(String reason) {
    failures.add(reason);
  }

  /** All records so far. */
  public History history() {
    return new History(
        submissions.stream().map(Supplier::get).toList(),
        readings.stream().map(Supplier::get).toList(),
        List.copyOf(commands),
        List.copyOf(outages),
        List.copyOf(failures));
  }
}
