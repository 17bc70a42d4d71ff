package io.awaken.chaos.check;

import java.time.Duration;
import java.util.List;

/**
 * Everything that the invariants of a round are checked against.
 *
 * @param history what the clients observed during the round
 * @param finalState what the servers and the database contained after the round
 * @param rules limits and scripts that are the same for all rounds
 */
public record Evidence(History history, FinalState finalState, Rules rules) {

  /**
   * Limits and scripts that are the same for all rounds.
   *
   * @param recovery the time within which work must continue: lease, sweep and five seconds
   * @param maxAttempts attempts before a job goes to the dead letter
   * @param nodes the number of nodes
   * @param scripts the script of each agent
   * @param poisoned the id prefix of threads whose runs cannot be written
   */
  public record Rules(
      Duration recovery, int maxAttempts, int nodes, List<Script> scripts, String poisoned) {}

  /**
   * The turns of an agent's model.
   *
   * @param agent the id of the agent
   * @param texts the text of each turn
   * @param calls the number of tool calls of each turn
   * @param remote whether the remote server executes it
   */
  public record Script(String agent, List<String> texts, List<Integer> calls, boolean remote) {}

  Script script(String agent) {
    return rules.scripts().stream()
        .filter(script -> script.agent().equals(agent))
        .findFirst()
        .orElseThrow();
  }

  boolean poisoned(String thread) {
    return thread.startsWith(rules.poisoned());
  }

  List<Submission> submissionsOf(String thread) {
    return history.submissions().stream()
        .filter(submission -> submission.thread().equals(thread))
        .toList();
  }

  /** The commands to a run or its thread; clients decide questions of delegates in their runs. */
  List<Command> commandsOf(FinalState.Run run) {
    return history.commands().stream()
        .filter(
            command ->
                command.run() == null
                    ? command.thread().equals(run.thread())
                    : command.run().equals(run.id()))
        .toList();
  }

  /** The runs that a run waits for, or the tasks of a remote agent. */
  List<FinalState.Run> below(FinalState.Run run) {
    return finalState.runs().values().stream()
        .filter(each -> run.id().equals(each.parent()))
        .toList();
  }

  /** Whether the run that waits for a run was cancelled, which cancels this one, too. */
  boolean abandoned(FinalState.Run run) {
    return finalState.runs().values().stream()
        .anyMatch(above -> above.id().equals(run.parent()) && above.ended("cancelled"));
  }

  /** Whether an outage is that of the remote server. */
  boolean ofRemote(Outage outage) {
    return outage.part() == rules.nodes();
  }

  /** Whether a remote agent may have failed because its server was away. */
  boolean lost(FinalState.Run run) {
    return run.ended("error")
        && script(run.agent()).remote()
        && history.outages().stream().anyMatch(this::ofRemote);
  }
}
