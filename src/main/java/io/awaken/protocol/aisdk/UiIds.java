package io.awaken.protocol.aisdk;

import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ids on the wire. Clients look up calls and approvals in all messages of a chat, so those ids are
 * prefixed with their run; user messages keep the client's id. Stateless.
 */
public final class UiIds {

  private static final char BETWEEN = ':';
  private static final String SAID = "ui-";

  /** Precedes the edition number of a message; a client's id that is kept does not contain it. */
  private static final char EDITION = '~';

  private static final Pattern EDITIONS = Pattern.compile("(ui-.+)~(\\d{1,9})");

  /** Characters of a client's id that is kept unchanged. */
  private static final int LONGEST = 100;

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

  /** The stored id of a user message. */
  public static String stored(String client) {
    boolean plain =
        client.length() <= LONGEST
            && client.chars().allMatch(c -> c > ' ' && c < 127 && c != EDITION);
    return plain ? SAID + client : hashed(client);
  }

  private static String hashed(String client) {
    return SAID + UUID.nameUUIDFromBytes(client.getBytes(StandardCharsets.UTF_8));
  }

  /** The client's id of a stored user message, equal for all of its editions. */
  public static String shown(String stored) {
    String first = first(stored);
    return first.startsWith(SAID) ? first.substring(SAID.length()) : first;
  }

  /** The id of the message that replaces a stored message. */
  public static String nextEdition(String stored) {
    String first = first(stored);
    int number = first.equals(stored) ? 0 : Integer.parseInt(stored.substring(first.length() + 1));
    return (first.startsWith(SAID) ? first : stored(first)) + EDITION + (number + 1);
  }

  /** The id of the first edition of a message. */
  private static String first(String stored) {
    Matcher edition = EDITIONS.matcher(stored);
    return edition.matches() ? edition.group(1) : stored;
  }
}
