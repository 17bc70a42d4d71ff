package io.awaken.core.message;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ids of user messages that clients of several protocols choose. A client keeps the id of a message
 * that it edits; the stored id of the new message is another edition of that id. Stateless.
 */
public final class ClientMessageIds {

  private static final String MARK = "ui-";

  /** Precedes the edition number of a message; no other stored id of a client contains it. */
  private static final char EDITION = '~';

  private static final Pattern EDITIONS = Pattern.compile("(ui-.+)~(\\d{1,9})");

  /** Characters of a client's id that is kept unchanged. */
  private static final int LONGEST = 100;

  private ClientMessageIds() {}

  /** The stored id of a user message. */
  public static String stored(String client) {
    boolean plain =
        client.length() <= LONGEST
            && client.chars().allMatch(c -> c > ' ' && c < 127 && c != EDITION);
    return plain ? MARK + client : hashed(client);
  }

  private static String hashed(String client) {
    return MARK + UUID.nameUUIDFromBytes(client.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether an id would be shown as another one, so that a message must not be stored under it. */
  public static boolean marked(String id) {
    return id.startsWith(MARK);
  }

  /** The client's id of a stored user message, equal for all of its editions. */
  public static String shown(String stored) {
    String first = first(stored);
    return marked(first) ? first.substring(MARK.length()) : first;
  }

  /** The id of the message that replaces a stored message. */
  public static String nextEdition(String stored) {
    String first = first(stored);
    int number = first.equals(stored) ? 0 : Integer.parseInt(stored.substring(first.length() + 1));
    return (marked(first) ? first : stored(first)) + EDITION + (number + 1);
  }

  /** What precedes the edition number in the ids of the editions of a client's message. */
  public static String editions(String client) {
    return stored(client) + EDITION;
  }

  /** Whether a stored message is, in any edition, the one that a client knows under an id. */
  public static boolean names(String client, String stored) {
    String first = first(stored);
    return first.equals(stored(client)) || first.equals(client) && !marked(client);
  }

  /** The id of the first edition of a message. */
  private static String first(String stored) {
    Matcher edition = EDITIONS.matcher(stored);
    return edition.matches() ? edition.group(1) : stored;
  }
}
