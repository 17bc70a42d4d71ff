package io.awaken.chaos.check;

import io.awaken.chaos.check.Command.What;
import io.awaken.chaos.check.FinalState.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * I4: a run has one terminal event, its last; its document and every reader agree with it. An
 * accepted cancellation cancels the run, and maybe those that it waits for; without one, the run
 * ends naturally, unless it needed the remote server while that was away.
 */
final class OneEnding {

  private static final Set<String> STOPPED = Set.of("cancel_requested", "cancelled");

  private final Evidence evidence;
  private final List<String> violations = new ArrayList<>();

  private OneEnding(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> violations(Evidence evidence) {
    var check = new OneEnding(evidence);
    evidence.finalState().runs().values().forEach(check::run);
    evidence.history().readings().forEach(check::reading);
    return check.violations;
  }

  private void run(Run run) {
    if (!run.status().equals("done")) {
      violations.add("run %s is %s".formatted(run.id(), run.status()));
      return;
    }
    List<Frame> endings = run.log().stream().filter(Frame::isTerminal).toList();
    if (endings.size() != 1) {
      violations.add("run %s has %d terminal events".formatted(run.id(), endings.size()));
      return;
    }
    Frame end = endings.getFirst();
    if (end != run.log().getLast()) {
      violations.add("run %s has events after its terminal event".formatted(run.id()));
    }
    if (!end.terminationType().equals(run.termination())) {
      violations.add(
          "run %s ended with %s, but its document says %s"
              .formatted(run.id(), end.terminationType(), run.termination()));
    }
    String response = end.json().at("/result/response").asText(null);
    if (run.termination().equals("natural_end")
        && (response == null || !response.equals(run.output()))) {
      violations.add(
          "run %s answered '%s', but its document says '%s'"
              .formatted(run.id(), response, run.output()));
    }
    checkReason(run);
  }

  private void checkReason(Run run) {
    List<Command> commands = evidence.commandsOf(run);
    boolean cancelAccepted =
        commands.stream()
            .anyMatch(
                command ->
                    command.what() == What.CANCEL
                        && command.accepted()
                        && command.run() != null
                        && STOPPED.stream().anyMatch(status -> says(command, status)));
    switch (run.termination()) {
      case "natural_end" -> {
        if (cancelAccepted) {
          violations.add("run %s was cancelled, but ended naturally".formatted(run.id()));
        }
      }
      case "cancelled" -> {
        if (commands.stream().allMatch(command -> command.what() == What.DECIDE)
            && !interrupted(run)
            && !evidence.abandoned(run)) {
          violations.add("run %s was cancelled without a request".formatted(run.id()));
        }
      }
      default -> {
        if (!evidence.poisoned(run.thread()) && !evidence.lost(run)) {
          violations.add("run %s ended with %s".formatted(run.id(), run.termination()));
        }
      }
    }
  }

  private static boolean says(Command command, String status) {
    return command.answer().contains("\"status\":\"" + status + "\"");
  }

  /** Whether a later message of the thread may have interrupted the run. */
  private boolean interrupted(Run run) {
    return evidence.submissionsOf(run.thread()).stream()
        .anyMatch(
            submission ->
                submission.mode().equals("interrupt") && !submission.runs().contains(run.id()));
  }

  private void reading(Reading reading) {
    long endings = reading.frames().stream().filter(Frame::isTerminal).count();
    if (endings > 1) {
      violations.add(
          "%s of run %s received %d terminal events"
              .formatted(reading.reader(), reading.run(), endings));
    }
  }
}
