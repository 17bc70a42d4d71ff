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
   */
  public record Script(String agent, List<String> texts, List<Integer> calls) {}

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

  List<Command> commandsOf(FinalState.Run run) {
    return history.commands().stream()
        .filter(command -> command.thread().equals(run.thread()))
        .filter(command -> command.run() == null || command.run().equals(run.id()))
        .toList();
  }
}
