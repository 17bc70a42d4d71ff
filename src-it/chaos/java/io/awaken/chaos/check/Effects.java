package io.awaken.chaos.check;

import io.awaken.chaos.check.Command.What;
import io.awaken.chaos.check.FinalState.Run;
import io.awaken.chaos.check.FinalState.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * I5: a successful repeatable call did its work under one key, a non-repeatable one at most once; a
 * refused call did no work; and of several decisions about one call, the server accepted one.
 */
final class Effects {

  private final Evidence evidence;
  private final List<String> violations = new ArrayList<>();

  private Effects(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> violations(Evidence evidence) {
    var check = new Effects(evidence);
    evidence.finalState().toolWork().stream()
        .map(work -> List.of(work.run(), work.call()))
        .distinct()
        .forEach(call -> check.call(call.getFirst(), call.getLast()));
    evidence.finalState().runs().values().forEach(check::outcomes);
    evidence.finalState().runs().values().forEach(check::decisions);
    return check.violations;
  }

  private List<Work> work(String run, String call) {
    return evidence.finalState().toolWork().stream()
        .filter(work -> work.run().equals(run) && work.call().equals(call))
        .toList();
  }

  private void call(String run, String call) {
    List<Work> done = work(run, call);
    Set<String> keys = done.stream().map(Work::key).collect(Collectors.toSet());
    if (keys.size() > 1) {
      violations.add(
          "call %s of run %s was executed under %d keys".formatted(call, run, keys.size()));
    }
    if (done.getFirst().tool().equals("pay") && done.size() > 1) {
      violations.add(
          "non-repeatable call %s of run %s was executed %d times"
              .formatted(call, run, done.size()));
    }
    if (!evidence.finalState().runs().containsKey(run)) {
      violations.add("call %s belongs to run %s, which does not exist".formatted(call, run));
    }
  }

  /** Compares the outcomes in the event log with the requests in the ledger. */
  private void outcomes(Run run) {
    for (Frame done : run.log()) {
      if (!done.type().equals("tool_call_done")) {
        continue;
      }
      String call = done.field("id");
      String outcome = done.field("outcome");
      if (outcome.equals("succeeded")
          && work(run.id(), call).isEmpty()
          && !outcomeReported(run)
          && !delegated(run, call)) {
        violations.add(
            "call %s of run %s succeeded without doing its work".formatted(call, run.id()));
      }
    }
    long succeeded =
        run.log().stream()
            .filter(event -> event.type().equals("tool_call_done"))
            .filter(event -> event.field("outcome").equals("succeeded"))
            .map(event -> event.field("id"))
            .distinct()
            .count();
    long events =
        run.log().stream()
            .filter(event -> event.type().equals("tool_call_done"))
            .filter(event -> event.field("outcome").equals("succeeded"))
            .count();
    if (succeeded != events) {
      violations.add("run %s reports a call's success twice".formatted(run.id()));
    }
  }

  /** Whether the run of a delegate did the work of a call. */
  private static boolean delegated(Run run, String call) {
    return run.log().stream()
        .anyMatch(event -> event.startsDelegate() && event.value("tool_call_id").equals(call));
  }

  /** Whether a client reported the outcome of an interrupted call. */
  private boolean outcomeReported(Run run) {
    return evidence.commandsOf(run).stream().anyMatch(command -> command.action().equals("report"));
  }

  /** Checks that at most one decision about each question was accepted. */
  private void decisions(Run run) {
    var acceptedDecisions =
        evidence.commandsOf(run).stream()
            .filter(command -> command.what() == What.DECIDE && command.accepted())
            .collect(Collectors.groupingBy(Effects::question, Collectors.toList()));
    acceptedDecisions.forEach(
        (question, accepted) -> {
          var names = accepted.stream().map(Command::name).distinct().toList();
          if (names.size() > 1) {
            violations.add(
                "the decisions %s of run %s were both accepted".formatted(names, run.id()));
          }
        });
    boolean refused =
        acceptedDecisions.values().stream()
            .flatMap(List::stream)
            .anyMatch(command -> command.action().equals("cancel"));
    if (refused
        && evidence.finalState().toolWork().stream()
            .anyMatch(work -> work.run().equals(run.id()))) {
      violations.add("run %s executed a refused call".formatted(run.id()));
    }
  }

  /** The question of a decision: the part of its id before the last dot. */
  private static String question(Command decision) {
    return decision.name().substring(0, decision.name().lastIndexOf('.'));
  }
}
