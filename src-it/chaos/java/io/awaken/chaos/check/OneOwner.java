package io.awaken.chaos.check;

import io.awaken.chaos.check.Evidence.Script;
import io.awaken.chaos.check.FinalState.Message;
import io.awaken.chaos.check.FinalState.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * I2: a run has one owner at a time: epochs never decrease, and the stored conversation has every
 * turn of the model once, complete and in order. Only the last turn of a cancelled or failed run
 * may be incomplete.
 */
final class OneOwner {

  private final Evidence evidence;
  private final List<String> violations = new ArrayList<>();

  private OneOwner(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> violations(Evidence evidence) {
    var check = new OneOwner(evidence);
    evidence.finalState().runs().values().forEach(check::run);
    return check.violations;
  }

  private void run(Run run) {
    long epoch = 0;
    for (Frame event : run.log()) {
      if (event.epoch() < epoch) {
        violations.add(
            "run %s: epoch %d wrote after epoch %d".formatted(run.id(), event.epoch(), epoch));
      }
      epoch = event.epoch();
    }
    conversation(run);
  }

  private void conversation(Run run) {
    List<Message> messages =
        evidence.finalState().messages().getOrDefault(run.thread(), List.of()).stream()
            .filter(message -> run.id().equals(message.run()))
            .toList();
    Script script = evidence.script(run.agent());
    int turn = 0;
    int results = 0;
    int calls = 0;
    for (Message message : messages) {
      switch (message.role()) {
        case "user" -> turn = 0;
        case "assistant" -> {
          if (results != calls) {
            violations.add("run %s: %d calls have %d results".formatted(run.id(), calls, results));
          }
          boolean stopped =
              !run.termination().equals("natural_end") && message == messages.getLast();
          checkTurn(run, script, turn, message, stopped);
          calls = message.calls();
          results = 0;
          turn++;
        }
        case "tool" -> results++;
        default ->
            violations.add("run %s: a message with role %s".formatted(run.id(), message.role()));
      }
    }
    boolean natural = run.termination().equals("natural_end");
    if (natural && turn != script.texts().size()) {
      violations.add("run %s: ended after %d turns".formatted(run.id(), turn));
    }
    if (natural && results != calls) {
      violations.add("run %s: %d calls have %d results".formatted(run.id(), calls, results));
    }
  }

  /**
   * @param stopped whether the run may have ended during this turn
   */
  private void checkTurn(Run run, Script script, int turn, Message message, boolean stopped) {
    if (stopped && turn < script.texts().size() && isPrefix(script.texts().get(turn), message)) {
      return;
    }
    if (turn >= script.texts().size()) {
      violations.add(
          "run %s: there is a turn after turn %d, the last"
              .formatted(run.id(), script.texts().size()));
    } else if (!script.texts().get(turn).equals(message.text())
        || script.calls().get(turn) != message.calls()) {
      violations.add(
          "run %s: turn %d reads '%s' with %d calls"
              .formatted(run.id(), turn + 1, message.text(), message.calls()));
    }
  }

  private static boolean isPrefix(String text, Message message) {
    return message.calls() == 0 && !message.text().isEmpty() && text.startsWith(message.text());
  }
}
