package io.awaken.chaos.check;

import io.awaken.chaos.check.Command.What;
import io.awaken.chaos.check.Evidence.ScriptOf;
import io.awaken.chaos.check.Found.Figure;
import io.awaken.chaos.check.Found.Job;
import io.awaken.chaos.check.Found.Said;
import io.awaken.chaos.check.Found.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A round that went well, for tests to spoil: one run that paid, was killed in its answer, went on
 * under the next owner, and was read by one reader.
 */
final class Account {

  static final String RUN = "run-1";
  static final String THREAD = "thread-1";
  static final String CALL = "call_1_1";
  private static final long SECOND = 1_000_000_000L;

  final List<Heard> log = new ArrayList<>();
  final List<Heard> heard = new ArrayList<>();
  final List<Ask.Answer> answers = new ArrayList<>();
  final List<Said> messages = new ArrayList<>();
  final List<Work> work = new ArrayList<>();
  final List<Job> jobs = new ArrayList<>();
  final List<Command> commands = new ArrayList<>();
  final List<Outage> outages = new ArrayList<>();
  final List<Figure> figures = new ArrayList<>();
  final List<String> given = new ArrayList<>();
  final Map<String, String> repeated = new HashMap<>(Map.of("key-1", RUN));
  String thread = THREAD;
  String status = "done";
  String termination = "natural_end";
  boolean began = true;
  List<Heard> otherNode = log;

  Account() {
    log.add(event(1, "1-1", "run_start", "\"run_id\":\"run-1\""));
    log.add(event(1, "1-2", "tool_call_ready", "\"id\":\"call_1_1\""));
    log.add(event(1, "1-3", "tool_call_done", "\"id\":\"call_1_1\",\"outcome\":\"succeeded\""));
    log.add(event(5, "2-4", "text_delta", "\"delta\":\"Paid.\""));
    log.add(event(5, "2-5", "inference_complete", "\"model\":\"m\""));
    log.add(
        event(
            5,
            "2-6",
            "run_finish",
            "\"run_id\":\"run-1\",\"result\":{\"response\":\"Paid.\"},"
                + "\"termination\":{\"type\":\"natural_end\"}"));
    heard.addAll(log.subList(0, 3));
    heard.add(event(2, "1-4", "text_delta", "\"delta\":\"Pa\""));
    heard.add(event(5, "1-3", "reset", "\"cursor\":\"1-3\""));
    heard.addAll(log.subList(3, 6));
    answers.add(new Ask.Answer(SECOND, 0, "broken", null));
    answers.add(new Ask.Answer(SECOND, Ask.ACCEPTED, null, RUN));
    messages.add(new Said(RUN, "user", "Pay!", 0));
    messages.add(new Said(RUN, "assistant", "I pay.", 1));
    messages.add(new Said(RUN, "tool", "", 0));
    messages.add(new Said(RUN, "assistant", "Paid.", 0));
    work.add(new Work("pay", RUN, CALL, "key"));
    figures.add(new Figure("threads", 100, 400));
  }

  static Heard event(long second, String id, String type, String fields) {
    String data = "{\"event_type\":\"%s\",%s}".formatted(type, fields);
    return new Heard(second * SECOND, id, null, data);
  }

  /** It began, and nothing more than its ending became of it. */
  private void endsAtOnce(String how) {
    Heard end =
        event(
            5,
            "2-2",
            "run_finish",
            "\"run_id\":\"run-1\",\"termination\":{\"type\":\"%s\"}".formatted(how));
    Heard start = log.getFirst();
    for (var events : List.of(log, heard)) {
      events.clear();
      events.add(start);
      events.add(end);
    }
    termination = how;
  }

  void fails() {
    endsAtOnce("error");
    messages.subList(1, messages.size()).clear();
  }

  void isCancelled() {
    endsAtOnce("cancelled");
    messages.subList(1, messages.size()).clear();
  }

  Command command(What what, String name, String wish, int code, String answer) {
    return new Command(2 * SECOND, what, thread, RUN, name, wish, code, answer);
  }

  /** The same frame, heard so much later. */
  static Heard later(Heard frame, long seconds) {
    return new Heard(frame.at() + seconds * SECOND, frame.id(), frame.name(), frame.data());
  }

  Evidence evidence() {
    var ask = new Ask("key-1", thread, "payer", "interrupt", "Pay!", 0, answers);
    var told =
        new History(
            List.of(ask),
            List.of(new Reading("reader", RUN, true, heard)),
            commands,
            outages,
            given);
    var run =
        new Found.Run(
            RUN, thread, "payer", status, termination, "Paid.", began, List.of(log, otherNode));
    var found =
        new Found(Map.of(RUN, run), Map.of(thread, messages), jobs, work, repeated, figures);
    var script = new ScriptOf("payer", List.of("I pay.", "Paid."), List.of(1, 0));
    var rules = new Evidence.Rules(Duration.ofSeconds(9), 4, 2, List.of(script), "poisoned-");
    return new Evidence(told, found, rules);
  }

  /** What is broken. */
  Set<Invariant> broken() {
    var broken = EnumSet.noneOf(Invariant.class);
    for (Invariant invariant : Invariant.values()) {
      if (!invariant.broken(evidence()).isEmpty()) {
        broken.add(invariant);
      }
    }
    return broken;
  }
}
