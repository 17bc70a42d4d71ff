package io.awaken.protocol.mcp.call;

import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import java.util.Optional;

/**
 * The id of a request from the server to a client, until 2025-11-25: it names the suspension, so
 * that every node can process the answer.
 *
 * @param run that asks
 * @param suspension the id of the suspension
 */
public record QuestionId(RunId run, String suspension) {

  private static final String PREFIX = "ask/";

  String text() {
    return PREFIX + run + "/" + suspension;
  }

  /** Parses the output of {@link #text}; empty for anything else. */
  public static Optional<QuestionId> parse(String text) {
    if (text == null || !text.startsWith(PREFIX)) {
      return Optional.empty();
    }
    int end = text.indexOf('/', PREFIX.length());
    if (end < 0) {
      return Optional.empty();
    }
    try {
      var run = new RunId(text.substring(PREFIX.length(), end));
      return Optional.of(new QuestionId(run, text.substring(end + 1)));
    } catch (InvalidId broken) {
      return Optional.empty();
    }
  }
}
