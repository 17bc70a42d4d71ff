package io.awaken.chaos;

import io.awaken.chaos.check.Evidence;
import io.awaken.chaos.check.FinalState;
import io.awaken.chaos.check.History;
import io.awaken.chaos.check.Invariant;
import java.util.List;
import java.util.Map;

/** Formats the plan, the evidence and the violations of a round as text. */
final class HistoryText {

  private final StringBuilder text = new StringBuilder();

  private HistoryText() {}

  static String of(Plan plan, Evidence evidence, Map<Invariant, List<String>> violations) {
    var document = new HistoryText();
    document.line(plan.toString());
    plan.threads().forEach(scene -> document.line(scene.toString()));
    violations.forEach(
        (invariant, lines) -> lines.forEach(line -> document.line(invariant + ": " + line)));
    document.addHistory(evidence.history());
    document.addFinalState(evidence.finalState());
    return document.text.toString();
  }

  private void addHistory(History history) {
    title("outages");
    history.outages().forEach(outage -> line(outage.toString()));
    title("submissions");
    history.submissions().forEach(submission -> line(submission.toString()));
    title("commands");
    history.commands().forEach(command -> line(command.toString()));
    history
        .readings()
        .forEach(
            reading -> {
              title("reader " + reading.reader() + " of run " + reading.run());
              reading.frames().forEach(frame -> line(frame.toString()));
            });
  }

  private void addFinalState(FinalState state) {
    for (FinalState.Run run : state.runs().values()) {
      String above = run.parent() == null ? "" : " below " + run.parent();
      title("run " + run.id() + " of " + run.thread() + " " + run.agent() + above);
      line(run.status() + " " + run.termination() + " " + run.output());
      for (var replay : run.replays()) {
        line("replay");
        replay.forEach(frame -> line(frame.toString()));
      }
    }
    title("messages");
    state
        .messages()
        .forEach((thread, messages) -> messages.forEach(each -> line(thread + " " + each)));
    title("jobs, tool work, repeated keys, figures");
    state.jobs().forEach(job -> line(job.toString()));
    state.toolWork().forEach(work -> line(work.toString()));
    state.repeatedKeys().forEach((key, run) -> line(key + " -> " + run));
    state.figures().forEach(figure -> line(figure.toString()));
  }

  private void title(String title) {
    text.append("\n== ").append(title).append('\n');
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
