package io.awaken.chaos;

import io.awaken.chaos.check.Evidence;
import io.awaken.chaos.check.FinalState;
import io.awaken.chaos.check.Invariant;
import java.util.List;
import java.util.Map;

/** Everything that is known of a round, for people. */
final class HistoryText {

  private final StringBuilder text = new StringBuilder();

  private HistoryText() {}

  static String of(Plan plan, Evidence evidence, Map<Invariant, List<String>> violations) {
    var history = new HistoryText();
    history.line(plan.toString());
    plan.threads().forEach(scene -> history.line(scene.toString()));
    violations.forEach(
        (invariant, lines) -> lines.forEach(line -> history.line(invariant + ": " + line)));
    history.told(evidence);
    history.found(evidence.finalState());
    return history.text.toString();
  }

  private void told(Evidence evidence) {
    title("outages");
    evidence.history().outages().forEach(outage -> line(outage.toString()));
    title("asks");
    evidence.history().submissions().forEach(ask -> line(ask.toString()));
    title("commands");
    evidence.history().commands().forEach(command -> line(command.toString()));
    evidence
        .history()
        .readings()
        .forEach(
            reading -> {
              title("reader " + reading.reader() + " of run " + reading.run());
              reading.frames().forEach(frame -> line(frame.toString()));
            });
  }

  private void found(FinalState found) {
    for (FinalState.Run run : found.runs().values()) {
      title("run " + run.id() + " of " + run.thread() + " " + run.agent());
      line(run.status() + " " + run.termination() + " " + run.output());
      for (var replay : run.replays()) {
        line("replay");
        replay.forEach(frame -> line(frame.toString()));
      }
    }
    title("messages");
    found.messages().forEach((thread, said) -> said.forEach(each -> line(thread + " " + each)));
    title("jobs, work, keys, figures");
    found.jobs().forEach(job -> line(job.toString()));
    found.toolWork().forEach(work -> line(work.toString()));
    found.repeatedKeys().forEach((key, run) -> line(key + " -> " + run));
    found.figures().forEach(figure -> line(figure.toString()));
  }

  private void title(String title) {
    text.append("\n== ").append(title).append('\n');
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
