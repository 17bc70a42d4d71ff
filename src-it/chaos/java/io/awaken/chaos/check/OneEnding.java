package io.awaken.chaos.check;

import io.awaken.chaos.check.Command.What;
import io.awaken.chaos.check.Found.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * I4: a run has one terminal event, its last; its document says the same; so was every reader told.
 * What was accepted as a cancellation cancels; who was told nothing of one comes to a natural end.
 */
final class OneEnding {

  private static final Set<String> STOPPED = Set.of("cancel_requested", "cancelled");

  private final Evidence evidence;
  private final List<String> broken = new ArrayList<>();

  private OneEnding(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> broken(Evidence evidence) {
    var check = new OneEnding(evidence);
    evidence.found().runs().values().forEach(check::run);
    evidence.told().readings().forEach(check::reading);
    return check.broken;
  }

  private void run(Run run) {
    if (!run.status().equals("done")) {
      broken.add("run %s is %s".formatted(run.id(), run.status()));
      return;
    }
    List<Heard> endings = run.log().stream().filter(Heard::last).toList();
    if (endings.size() != 1) {
      broken.add("run %s has %d endings".formatted(run.id(), endings.size()));
      return;
    }
    Heard end = endings.getFirst();
    if (end != run.log().getLast()) {
      broken.add("run %s goes on behind its end".formatted(run.id()));
    }
    if (!end.ending().equals(run.termination())) {
      broken.add(
          "run %s ended by %s, and says %s".formatted(run.id(), end.ending(), run.termination()));
    }
    String response = end.json().at("/result/response").asText(null);
    if (run.termination().equals("natural_end")
        && (response == null || !response.equals(run.output()))) {
      broken.add("run %s answered '%s' and says '%s'".formatted(run.id(), response, run.output()));
    }
    why(run);
  }

  private void why(Run run) {
    List<Command> commands = evidence.commandsOf(run);
    boolean promised =
        commands.stream()
            .anyMatch(
                command ->
                    command.what() == What.CANCEL
                        && command.accepted()
                        && command.run() != null
                        && STOPPED.stream().anyMatch(said -> says(command, said)));
    switch (run.termination()) {
      case "natural_end" -> {
        if (promised) {
          broken.add("run %s was cancelled, and came to a natural end".formatted(run.id()));
        }
      }
      case "cancelled" -> {
        if (commands.stream().allMatch(command -> command.what() == What.DECIDE)
            && !supplanted(run)) {
          broken.add("run %s was cancelled by nobody".formatted(run.id()));
        }
      }
      default -> {
        if (!evidence.poisoned(run.thread())) {
          broken.add("run %s ended by %s".formatted(run.id(), run.termination()));
        }
      }
    }
  }

  private static boolean says(Command command, String status) {
    return command.answer().contains("\"status\":\"" + status + "\"");
  }

  /** Whether a message came that takes the place of whatever keeps the thread. */
  private boolean supplanted(Run run) {
    return evidence.asksOf(run.thread()).stream()
        .anyMatch(ask -> ask.mode().equals("interrupt") && !ask.runs().contains(run.id()));
  }

  private void reading(Reading reading) {
    long endings = reading.heard().stream().filter(Heard::last).count();
    if (endings > 1) {
      broken.add(
          "%s of run %s heard %d endings".formatted(reading.reader(), reading.run(), endings));
    }
  }
}
