package io.awaken.protocol.aisdk;

import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How ids are called on the wire. A client looks for calls and approvals in all messages of a chat,
 * so theirs are prefixed with their run; the messages of a person keep the id that the client gave
 * them. Stateless.
 */
public final class UiIds {

  private static final char BETWEEN = ':';
  private static final String SAID = "ui-";

  /** Stands before the number of a message's edition; no client's id that is kept has it. */
  private static final char EDITION = '~';

  private static final Pattern EDITIONS = Pattern.compile("(ui-.+)~(\\d{1,9})");

  /** Characters of a client's id that is kept as it is. */
  private static final int LONGEST = 100;

  private UiIds() {}

  /**
   * A call or a question of a run.
   *
   * @param run the run of the id
   * @param id unique within the run
   */
  public record OfRun(RunId run, String id) {}

  /** Names a call or a question of a run. */
  public static String of(RunId run, String id) {
    return run.value() + BETWEEN + id;
  }

  /** Reads what {@link #of} wrote; empty for anything else. */
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

  /** The id under which a message of a person is stored. */
  public static String stored(String client) {
    boolean plain =
        client.length() <= LONGEST
            && client.chars().allMatch(c -> c > ' ' && c < 127 && c != EDITION);
    return plain ? SAID + client : hashed(client);
  }

  private static String hashed(String client) {
    return SAID + UUID.nameUUIDFromBytes(client.getBytes(StandardCharsets.UTF_8));
  }

  /** The id that a client knows a stored message of a person by, in all of its editions. */
  public static String shown(String stored) {
    String first = first(stored);
    return first.startsWith(SAID) ? first.substring(SAID.length()) : first;
  }

  /** The id of what takes the place of a stored message. */
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
