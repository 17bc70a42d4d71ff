package io.awaken.chaos.check;

import io.awaken.chaos.check.Evidence.ScriptOf;
import io.awaken.chaos.check.Found.Run;
import io.awaken.chaos.check.Found.Said;
import java.util.ArrayList;
import java.util.List;

/**
 * I2: what is kept of a run is the work of one owner after the other: epochs never fall, the
 * conversation is what one model said once, turn by turn, and nothing is left behind. Only the last
 * turn of a run that was stopped may be a beginning.
 */
final class OneOwner {

  private final Evidence evidence;
  private final List<String> broken = new ArrayList<>();

  private OneOwner(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> broken(Evidence evidence) {
    var check = new OneOwner(evidence);
    evidence.found().runs().values().forEach(check::run);
    return check.broken;
  }

  private void run(Run run) {
    long epoch = 0;
    for (Heard event : run.log()) {
      if (event.epoch() < epoch) {
        broken.add(
            "run %s: epoch %d wrote behind epoch %d".formatted(run.id(), event.epoch(), epoch));
      }
      epoch = event.epoch();
    }
    conversation(run);
  }

  private void conversation(Run run) {
    List<Said> said =
        evidence.found().messages().getOrDefault(run.thread(), List.of()).stream()
            .filter(message -> run.id().equals(message.run()))
            .toList();
    ScriptOf script = evidence.script(run.agent());
    int turn = 0;
    int results = 0;
    int asked = 0;
    for (Said message : said) {
      switch (message.role()) {
        case "user" -> turn = 0;
        case "assistant" -> {
          if (results != asked) {
            broken.add("run %s: %d calls have %d results".formatted(run.id(), asked, results));
          }
          boolean stopped = !run.termination().equals("natural_end") && message == said.getLast();
          spoken(run, script, turn, message, stopped);
          asked = message.calls();
          results = 0;
          turn++;
        }
        case "tool" -> results++;
        default -> broken.add("run %s: a message of %s".formatted(run.id(), message.role()));
      }
    }
    boolean natural = run.termination().equals("natural_end");
    if (natural && turn != script.texts().size()) {
      broken.add("run %s: ended after %d turns".formatted(run.id(), turn));
    }
    if (natural && results != asked) {
      broken.add("run %s: %d calls have %d results".formatted(run.id(), asked, results));
    }
  }

  /**
   * @param stopped whether the run may have ended in the midst of this turn
   */
  private void spoken(Run run, ScriptOf script, int turn, Said message, boolean stopped) {
    if (stopped && turn < script.texts().size() && begins(script.texts().get(turn), message)) {
      return;
    }
    if (turn >= script.texts().size()) {
      broken.add("run %s: turn %d was spoken twice".formatted(run.id(), script.texts().size()));
    } else if (!script.texts().get(turn).equals(message.text())
        || script.calls().get(turn) != message.calls()) {
      broken.add(
          "run %s: turn %d reads '%s' with %d calls"
              .formatted(run.id(), turn + 1, message.text(), message.calls()));
    }
  }

  private static boolean begins(String text, Said message) {
    return message.calls() == 0 && !message.text().isEmpty() && text.startsWith(message.text());
  }
}
