package io.awaken.chaos.check;

import io.awaken.chaos.check.Command.What;
import io.awaken.chaos.check.Found.Run;
import io.awaken.chaos.check.Found.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * I5: a call that succeeded did its work once: under one key when that may be repeated, at most
 * once when it must not; a call that was refused did none; and of rival decisions one counted.
 */
final class Effects {

  private final Evidence evidence;
  private final List<String> broken = new ArrayList<>();

  private Effects(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> broken(Evidence evidence) {
    var check = new Effects(evidence);
    evidence.found().work().stream()
        .map(work -> List.of(work.run(), work.call()))
        .distinct()
        .forEach(call -> check.call(call.getFirst(), call.getLast()));
    evidence.found().runs().values().forEach(check::outcomes);
    evidence.found().runs().values().forEach(check::decisions);
    return check.broken;
  }

  private List<Work> work(String run, String call) {
    return evidence.found().work().stream()
        .filter(work -> work.run().equals(run) && work.call().equals(call))
        .toList();
  }

  private void call(String run, String call) {
    List<Work> done = work(run, call);
    Set<String> keys = done.stream().map(Work::key).collect(Collectors.toSet());
    if (keys.size() > 1) {
      broken.add("call %s of run %s was made under %d keys".formatted(call, run, keys.size()));
    }
    if (done.getFirst().tool().equals("pay") && done.size() > 1) {
      broken.add("call %s of run %s was paid %d times".formatted(call, run, done.size()));
    }
    if (!evidence.found().runs().containsKey(run)) {
      broken.add("call %s is of run %s, which is gone".formatted(call, run));
    }
  }

  /** What the log says of each call, against what the ledger counted. */
  private void outcomes(Run run) {
    for (Heard done : run.log()) {
      if (!done.type().equals("tool_call_done")) {
        continue;
      }
      String call = done.field("id");
      String outcome = done.field("outcome");
      if (outcome.equals("succeeded") && work(run.id(), call).isEmpty() && !told(run)) {
        broken.add("call %s of run %s succeeded and did nothing".formatted(call, run.id()));
      }
    }
    long settled =
        run.log().stream()
            .filter(event -> event.type().equals("tool_call_done"))
            .filter(event -> event.field("outcome").equals("succeeded"))
            .map(event -> event.field("id"))
            .distinct()
            .count();
    long told =
        run.log().stream()
            .filter(event -> event.type().equals("tool_call_done"))
            .filter(event -> event.field("outcome").equals("succeeded"))
            .count();
    if (settled != told) {
      broken.add("run %s tells a call's success twice".formatted(run.id()));
    }
  }

  /** Whether a person told what became of a call. */
  private boolean told(Run run) {
    return evidence.commandsOf(run).stream().anyMatch(command -> command.wish().equals("told"));
  }

  /** Of rival decisions about a question one was accepted. */
  private void decisions(Run run) {
    var wishes =
        evidence.commandsOf(run).stream()
            .filter(command -> command.what() == What.DECIDE && command.accepted())
            .collect(Collectors.groupingBy(Effects::question, Collectors.toList()));
    wishes.forEach(
        (question, accepted) -> {
          var names = accepted.stream().map(Command::name).distinct().toList();
          if (names.size() > 1) {
            broken.add("the decisions %s of run %s were both accepted".formatted(names, run.id()));
          }
        });
    boolean refused =
        wishes.values().stream()
            .flatMap(List::stream)
            .anyMatch(command -> command.wish().equals("cancel"));
    if (refused && evidence.found().work().stream().anyMatch(w -> w.run().equals(run.id()))) {
      broken.add("run %s did what was refused".formatted(run.id()));
    }
  }

  /** Decisions are named after the question that they are about. */
  private static String question(Command decision) {
    return decision.name().substring(0, decision.name().lastIndexOf('.'));
  }
}
