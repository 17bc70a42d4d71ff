package io.awaken.protocol.aisdk.stream;

import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import java.util.Optional;

/**
 * Ids of calls and approvals on the wire. Clients look them up in all messages of a chat, so they
 * are prefixed with their run. Stateless.
 */
public final class UiIds {

  private static final char BETWEEN = ':';

  private UiIds() {}

  /**
   * A call or suspension of a run.
   *
   * @param run the run in the id
   * @param id unique within the run
   */
  public record OfRun(RunId run, String id) {}

  /** The wire id of a call or suspension. */
  public static String of(RunId run, String id) {
    return run.value() + BETWEEN + id;
  }

  /** Parses the output of {@link #of}; empty for anything else. */
  public static Optional<OfRun> parse(String wire) {
    int end = wire.indexOf(BETWEEN);
    if (end < 1 || end == wire.length() - 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(new OfRun(new RunId(wire.substring(0, end)), wire.substring(end + 1)));
    } catch (InvalidId e) {
      return Optional.empty();
    }
  }
}
