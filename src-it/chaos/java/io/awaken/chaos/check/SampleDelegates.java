package io.awaken.chaos.check;

import static io.awaken.chaos.check.SampleRound.event;

import io.awaken.chaos.check.Evidence.Script;
import io.awaken.chaos.check.FinalState.Message;
import io.awaken.chaos.check.FinalState.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of a {@link SampleRound} in which a run waited for two delegates: {@link #LOCAL}, and
 * {@link #FAR}, whose task a remote server executed.
 */
final class SampleDelegates {

  static final String THREAD = "thread-2";
  static final String PARENT = "run-2";
  static final String LOCAL = "run-3";
  static final String FAR = "run-4";
  static final String TASK = "run-5";

  static final List<Script> SCRIPTS =
      List.of(
          new Script("parent", List.of("Both.", "Done."), List.of(2, 0), false),
          new Script("helper", List.of("Found."), List.of(0), false),
          new Script("far", List.of("Found."), List.of(0), true));

  /** The events of the run that waits: its calls are ready from 1, start from 3, end from 5. */
  final List<Frame> log = new ArrayList<>();

  final List<Message> messages = new ArrayList<>();

  /** The other runs. */
  final Map<String, Run> below = new HashMap<>();

  private String termination = "natural_end";

  SampleDelegates() {
    log.add(event(1, "1-1", "run_start", "\"run_id\":\"run-2\""));
    log.add(event(1, "1-2", "tool_call_ready", "\"id\":\"c-1\",\"name\":\"agent_run_helper\""));
    log.add(event(1, "1-3", "tool_call_ready", "\"id\":\"c-2\",\"name\":\"agent_run_far\""));
    log.add(starts(1, "1-4", "c-1", LOCAL));
    log.add(starts(1, "1-5", "c-2", FAR));
    log.add(ends("2-6", "c-1", "completed", "Found."));
    log.add(ends("2-7", "c-2", "completed", "Found."));
    log.add(finish("2-8", "natural_end", "Done."));
    messages.add(new Message(PARENT, "user", "Find both!", 0));
    messages.add(new Message(PARENT, "assistant", "Both.", 2));
    messages.add(new Message(PARENT, "tool", "c-1", 0));
    messages.add(new Message(PARENT, "tool", "c-2", 0));
    messages.add(new Message(PARENT, "assistant", "Done.", 0));
    put(LOCAL, "helper", PARENT, "natural_end");
    put(FAR, "far", PARENT, "natural_end");
    put(TASK, "helper", FAR, "natural_end");
  }

  /** The event that a call starts a run. */
  static Frame starts(long second, String id, String call, String run) {
    return event(
        second,
        id,
        "custom",
        "\"name\":\"subagent_started\",\"value\":{\"tool_call_id\":\"%s\",\"run_id\":\"%s\"}"
            .formatted(call, run));
  }

  /** The event of a call's result. */
  static Frame ends(String id, String call, String status, String response) {
    return event(
        5,
        id,
        "tool_call_done",
        "\"id\":\"%s\",\"outcome\":\"%s\",\"result\":{\"data\":{\"status\":\"%s\"%s}}"
            .formatted(
                call,
                status.equals("completed") ? "succeeded" : "failed",
                status,
                response == null ? "" : ",\"response\":\"" + response + "\""));
  }

  private static Frame finish(String id, String how, String response) {
    String result = response == null ? "" : "\"result\":{\"response\":\"" + response + "\"},";
    return event(5, id, "run_finish", result + "\"termination\":{\"type\":\"%s\"}".formatted(how));
  }

  /** Adds or replaces a run below the one that waits. */
  void put(String id, String agent, String parent, String how) {
    String output = how.equals("natural_end") ? "Found." : null;
    Frame start = event(1, "1-1", "run_start", "\"run_id\":\"%s\"".formatted(id));
    List<Frame> events = List.of(start, finish("1-2", how, output));
    below.put(
        id,
        new Run(id, "thread-of-" + id, agent, parent, "done", how, output, true, List.of(events)));
  }

  /** Lets a run below the one that waits end in another way. */
  void ends(String id, String how) {
    put(id, below.get(id).agent(), below.get(id).parent(), how);
  }

  /** Cancels the run that waits, before its delegates have ended. */
  void cancel() {
    termination = "cancelled";
    log.subList(5, log.size()).clear();
    log.add(finish("1-6", "cancelled", null));
    messages.subList(2, messages.size()).clear();
  }

  FinalState state() {
    var runs = new HashMap<>(below);
    var parent =
        new Run(PARENT, THREAD, "parent", null, "done", termination, "Done.", true, List.of(log));
    runs.put(PARENT, parent);
    var conversations = new HashMap<String, List<Message>>();
    below.values().forEach(run -> conversations.put(run.thread(), messages(run)));
    conversations.put(THREAD, messages);
    return new FinalState(runs, conversations, List.of(), List.of(), Map.of(), List.of());
  }

  private static List<Message> messages(Run run) {
    var asked = new Message(run.id(), "user", "Find it!", 0);
    return run.ended("natural_end")
        ? List.of(asked, new Message(run.id(), "assistant", "Found.", 0))
        : List.of(asked);
  }
}
