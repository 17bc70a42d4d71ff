package io.awaken.chaos.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.chaos.check.FinalState.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * I9: a call of a delegate starts one run and gets its end as the one result, in the events and in
 * the conversation; a run that was cancelled may lack it. A remote agent has one task for its run.
 * That each of these runs ends once, and how, is I4.
 */
final class OneResult {

  /** How the names of delegates' tools begin. */
  private static final String PREFIX = "agent_run_";

  /** What the call is told of a run, by its termination. */
  private static final Map<String, String> TOLD =
      Map.of("natural_end", "completed", "cancelled", "cancelled", "error", "failed");

  private final Evidence evidence;
  private final List<String> violations = new ArrayList<>();

  private OneResult(Evidence evidence) {
    this.evidence = evidence;
  }

  static List<String> violations(Evidence evidence) {
    var check = new OneResult(evidence);
    evidence.finalState().runs().values().stream()
        .filter(run -> !check.remote(run))
        .forEach(check::delegates);
    check.tasks();
    return check.violations;
  }

  private boolean remote(Run run) {
    return evidence.script(run.agent()).remote();
  }

  private void delegates(Run run) {
    List<Frame> starts = run.log().stream().filter(Frame::startsDelegate).toList();
    for (Run below : evidence.below(run)) {
      if (starts.stream().noneMatch(start -> start.value("run_id").equals(below.id()))) {
        violations.add("run %s of run %s has no call".formatted(below.id(), run.id()));
      }
    }
    for (Frame ready : run.log()) {
      if (ready.type().equals("tool_call_ready") && ready.field("name").startsWith(PREFIX)) {
        call(run, ready.field("id"), starts);
      }
    }
  }

  private void call(Run run, String call, List<Frame> starts) {
    List<String> started =
        starts.stream()
            .filter(start -> start.value("tool_call_id").equals(call))
            .map(start -> start.value("run_id"))
            .toList();
    List<Frame> results =
        run.log().stream()
            .filter(event -> event.type().equals("tool_call_done"))
            .filter(event -> event.field("id").equals(call))
            .toList();
    boolean whole = run.ended("natural_end");
    once(whole, started.size(), "runs", call, run);
    once(whole, results.size(), "results", call, run);
    once(whole, told(run, call), "results in the conversation", call, run);
    if (whole && started.size() == 1 && results.size() == 1) {
      end(run, started.getFirst(), results.getFirst());
    }
  }

  private void once(boolean whole, long count, String what, String call, Run run) {
    if (count > 1 || whole && count == 0) {
      violations.add("call %s of run %s has %d %s".formatted(call, run.id(), count, what));
    }
  }

  private long told(Run run, String call) {
    return evidence.finalState().messages().getOrDefault(run.thread(), List.of()).stream()
        .filter(message -> run.id().equals(message.run()))
        .filter(message -> message.role().equals("tool") && message.text().equals(call))
        .count();
  }

  /** Compares the result of a call with the end of the run that it started. */
  private void end(Run run, String started, Frame result) {
    Run below = evidence.finalState().runs().get(started);
    JsonNode told = result.json().at("/result/data");
    if (below == null || !run.id().equals(below.parent())) {
      violations.add("run %s of run %s does not exist".formatted(started, run.id()));
    } else if (!told.path("status").asText().equals(TOLD.get(below.termination()))
        || below.ended("natural_end")
            && !Objects.equals(below.output(), told.path("response").asText(null))) {
      violations.add(
          "run %s was told of run %s: %s, but that ended with %s '%s'"
              .formatted(run.id(), started, told, below.termination(), below.output()));
    }
  }

  /**
   * A remote agent that failed, or was cancelled, before it knew its task has none; the task may
   * exist.
   */
  private void tasks() {
    List<Run> remote = evidence.finalState().runs().values().stream().filter(this::remote).toList();
    for (Run run : remote) {
      List<Run> tasks = evidence.below(run);
      if (tasks.size() > 1) {
        violations.add("remote run %s has %d tasks".formatted(run.id(), tasks.size()));
      } else if (run.ended("natural_end")
          && tasks.stream().noneMatch(task -> task.ended("natural_end"))) {
        violations.add("remote run %s has no task that ended naturally".formatted(run.id()));
      }
    }
    long without = remote.stream().filter(run -> evidence.below(run).isEmpty()).count();
    long unknown =
        evidence.finalState().runs().values().stream()
            .filter(run -> Run.UNKNOWN.equals(run.parent()))
            .count();
    if (unknown > without) {
      violations.add(
          "%d tasks belong to no remote run, and %d remote runs have none"
              .formatted(unknown, without));
    }
  }
}
