package io.awaken.chaos.check;

import java.util.List;

/**
 * What the clients of a round observed, and when nodes, database or machine were unavailable.
 *
 * @param submissions the messages that clients sent
 * @param readings the streams that clients read
 * @param commands cancellations, interruptions, decisions
 * @param outages what was unavailable, and when
 * @param failures reasons for which clients gave up, usually a timeout
 */
public record History(
    List<Submission> submissions,
    List<Reading> readings,
    List<Command> commands,
    List<Outage> outages,
    List<String> failures) {

  public History {
    submissions = List.copyOf(submissions);
    readings = List.copyOf(readings);
    commands = List.copyOf(commands);
    outages = List.copyOf(outages);
    failures = List.copyOf(failures);
  }
}
