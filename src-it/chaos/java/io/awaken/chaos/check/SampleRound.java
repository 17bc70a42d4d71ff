package io.awaken.chaos.check;

import io.awaken.chaos.check.Command.What;
import io.awaken.chaos.check.Evidence.Script;
import io.awaken.chaos.check.FinalState.Figure;
import io.awaken.chaos.check.FinalState.Job;
import io.awaken.chaos.check.FinalState.Message;
import io.awaken.chaos.check.FinalState.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The evidence of a correct round, which tests modify to violate invariants. Its first run called
 * {@code pay}; its node was killed during the final answer and the next owner continued the run;
 * one client read it. Its second run had delegates.
 */
final class SampleRound {

  static final String RUN = "run-1";
  static final String THREAD = "thread-1";
  static final String CALL = "call_1_1";
  private static final long SECOND = 1_000_000_000L;

  final List<Frame> log = new ArrayList<>();
  final List<Frame> received = new ArrayList<>();
  final List<Submission.Answer> answers = new ArrayList<>();
  final List<Message> messages = new ArrayList<>();
  final List<Work> work = new ArrayList<>();
  final List<Job> jobs = new ArrayList<>();
  final List<Command> commands = new ArrayList<>();
  final List<Outage> outages = new ArrayList<>();
  final List<Figure> figures = new ArrayList<>();
  final List<String> failures = new ArrayList<>();
  final SampleDelegates delegates = new SampleDelegates();
  final Map<String, String> repeated = new HashMap<>(Map.of("key-1", RUN));
  String thread = THREAD;
  String status = "done";
  String termination = "natural_end";
  boolean began = true;
  List<Frame> otherNode = log;

  SampleRound() {
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
    received.addAll(log.subList(0, 3));
    received.add(event(2, "1-4", "text_delta", "\"delta\":\"Pa\""));
    received.add(event(5, "1-3", "reset", "\"cursor\":\"1-3\""));
    received.addAll(log.subList(3, 6));
    answers.add(new Submission.Answer(SECOND, 0, "broken", null));
    answers.add(new Submission.Answer(SECOND, Submission.ACCEPTED, null, RUN));
    messages.add(new Message(RUN, "user", "Pay!", 0));
    messages.add(new Message(RUN, "assistant", "I pay.", 1));
    messages.add(new Message(RUN, "tool", CALL, 0));
    messages.add(new Message(RUN, "assistant", "Paid.", 0));
    work.add(new Work("pay", RUN, CALL, "key"));
    figures.add(new Figure("threads", 100, 400));
  }

  static Frame event(long second, String id, String type, String fields) {
    String data = "{\"event_type\":\"%s\",%s}".formatted(type, fields);
    return new Frame(second * SECOND, id, null, data);
  }

  /** Reduces the events of the run to its start and its end. */
  private void endAtOnce(String how) {
    Frame end =
        event(
            5,
            "2-2",
            "run_finish",
            "\"run_id\":\"run-1\",\"termination\":{\"type\":\"%s\"}".formatted(how));
    Frame start = log.getFirst();
    for (var events : List.of(log, received)) {
      events.clear();
      events.add(start);
      events.add(end);
    }
    termination = how;
  }

  void fail() {
    endAtOnce("error");
    messages.subList(1, messages.size()).clear();
  }

  void cancel() {
    endAtOnce("cancelled");
    messages.subList(1, messages.size()).clear();
  }

  Command command(What what, String name, String action, int code, String answer) {
    return new Command(2 * SECOND, what, thread, RUN, name, action, code, answer);
  }

  /** The frame with a later arrival time. */
  static Frame later(Frame frame, long seconds) {
    return new Frame(frame.at() + seconds * SECOND, frame.id(), frame.name(), frame.data());
  }

  Evidence evidence() {
    var submission = new Submission("key-1", thread, "payer", "interrupt", "Pay!", 0, answers);
    var history =
        new History(
            List.of(submission),
            List.of(new Reading("reader", RUN, true, received)),
            commands,
            outages,
            failures);
    var run =
        new FinalState.Run(
            RUN,
            thread,
            "payer",
            null,
            status,
            termination,
            "Paid.",
            began,
            List.of(log, otherNode));
    var finalState =
        new FinalState(Map.of(RUN, run), Map.of(thread, messages), jobs, work, repeated, figures);
    var scripts = new ArrayList<>(SampleDelegates.SCRIPTS);
    scripts.add(new Script("payer", List.of("I pay.", "Paid."), List.of(1, 0), false));
    var rules = new Evidence.Rules(Duration.ofSeconds(9), 4, 2, scripts, "poisoned-");
    return new Evidence(history, finalState.and(delegates.state()), rules);
  }

  /** The invariants that the round violates. */
  Set<Invariant> violated() {
    var violated = EnumSet.noneOf(Invariant.class);
    for (Invariant invariant : Invariant.values()) {
      if (!invariant.violations(evidence()).isEmpty()) {
        violated.add(invariant);
      }
    }
    return violated;
  }
}
