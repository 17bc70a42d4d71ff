package io.awaken.chaos.check;

import java.time.Duration;
import java.util.List;

/**
 * Everything that is known of a round.
 *
 * @param told what clients were told
 * @param found what was found afterwards
 * @param rules what holds for all rounds
 */
public record Evidence(History told, Found found, Rules rules) {

  /**
   * What holds for all rounds.
   *
   * @param recovery the time within which work moves again: lease, sweep and five seconds
   * @param maxAttempts attempts before a run is given up
   * @param nodes how many there are
   * @param scripts what each agent says
   * @param poisoned what the ids of threads begin with whose runs cannot be written
   */
  public record Rules(
      Duration recovery, int maxAttempts, int nodes, List<ScriptOf> scripts, String poisoned) {}

  /**
   * What an agent says.
   *
   * @param texts turn by turn
   * @param calls how many calls each turn has
   */
  public record ScriptOf(String agent, List<String> texts, List<Integer> calls) {}

  ScriptOf script(String agent) {
    return rules.scripts().stream()
        .filter(script -> script.agent().equals(agent))
        .findFirst()
        .orElseThrow();
  }

  boolean poisoned(String thread) {
    return thread.startsWith(rules.poisoned());
  }

  List<Ask> asksOf(String thread) {
    return told.asks().stream().filter(ask -> ask.thread().equals(thread)).toList();
  }

  List<Command> commandsOf(Found.Run run) {
    return told.commands().stream()
        .filter(command -> command.thread().equals(run.thread()))
        .filter(command -> command.run() == null || command.run().equals(run.id()))
        .toList();
  }
}
