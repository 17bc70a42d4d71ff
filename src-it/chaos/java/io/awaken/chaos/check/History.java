package io.awaken.chaos.check;

import java.util.List;

/**
 * What the clients of a round were told, and what was done to the servers.
 *
 * @param asks messages
 * @param readings of runs
 * @param commands cancellations, interruptions, decisions
 * @param outages what was not there, and when
 * @param given what clients gave up, since it took too long
 */
public record History(
    List<Ask> asks,
    List<Reading> readings,
    List<Command> commands,
    List<Outage> outages,
    List<String> given) {

  public History {
    asks = List.copyOf(asks);
    readings = List.copyOf(readings);
    commands = List.copyOf(commands);
    outages = List.copyOf(outages);
    given = List.copyOf(given);
  }
}
