package io.awaken.core.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who may use a thread besides its owner. Stored as text, so that databases can search it: null for
 * nobody, {@code tenant} for all callers of the tenant, otherwise one line for each action of each
 * share, between line breaks.
 *
 * @param text as stored
 */
public record Sharing(String text) {

  /** Maximum number of shares in an agent's document, and in a request. */
  public static final int MAX_ENTRIES = 10;

  /** Maximum number of shares of a thread. */
  public static final int MAX_SHARES = 2 * MAX_ENTRIES;

  /** The stored text for all callers of the tenant. */
  public static final String ALL = "tenant";

  /** The owner alone. */
  public static final Sharing OWNER = new Sharing(null);

  /** All callers of the tenant may do everything. */
  public static final Sharing TENANT = new Sharing(ALL);

  /**
   * Sharing with subjects and roles.
   *
   * @throws IllegalArgumentException for more than {@value #MAX_SHARES} shares
   */
  public static Sharing with(Collection<Share> shares) {
    if (shares.size() > MAX_SHARES) {
      throw new IllegalArgumentException("must have at most %d shares".formatted(MAX_SHARES));
    }
    if (shares.isEmpty()) {
      return OWNER;
    }
    var lines = new TreeSet<String>(Comparator.naturalOrder());
    for (Share share : shares) {
      for (ThreadAction action : share.may()) {
        lines.add(
            share.subject() == null
                ? line(action, 'r', share.role())
                : line(action, 's', share.subject()));
      }
    }
    return new Sharing(lines.stream().collect(Collectors.joining("\n", "\n", "\n")));
  }

  /**
   * The same with subjects and roles, unless all callers of the tenant may do everything already.
   *
   * @param shares in addition to the owner alone
   * @throws IllegalArgumentException for more than {@value #MAX_SHARES} shares
   */
  public Sharing and(Collection<Share> shares) {
    return equals(OWNER) ? with(shares) : this;
  }

  /** Whether it lets a named caller of the tenant, who is not the owner, do this. */
  boolean allows(Caller caller, ThreadAction action) {
    return text != null
        && (text.equals(ALL) || lines(caller, action).stream().anyMatch(text::contains));
  }

  /**
   * The lines that allow a caller an action; a text shares with the caller if it contains one of
   * them. Each includes its line breaks, so that no name matches a part of another.
   */
  public static List<String> lines(Caller caller, ThreadAction action) {
    return Stream.concat(
            Stream.of(caller.subject())
                .filter(Share::usable)
                .map(subject -> line(action, 's', subject)),
            caller.roles().stream()
                .filter(Share::usable)
                .sorted()
                .map(role -> line(action, 'r', role)))
        .map(line -> "\n" + line + "\n")
        .toList();
  }

  private static String line(ThreadAction action, char kind, String name) {
    return action.name().substring(0, 1).toLowerCase(Locale.ROOT) + kind + ":" + name;
  }
}
