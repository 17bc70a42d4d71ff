package io.awaken.http.stream;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How far a reader has come in the runs of delegates. Immutable.
 *
 * @param run the reader's own run; null without delegates
 * @param at the last event that it has of each open delegate, by {@link Delegate#path}
 * @param rest whether it has everything of other delegates that began before its position in its
 *     own run
 */
public record DelegatePlaces(RunId run, Map<List<Long>, Cursor> at, boolean rest) {

  /** Maximum number of delegates that one reader follows at once. */
  public static final int MOST = 64;

  /** A reader without open delegates. */
  public static final DelegatePlaces NONE = new DelegatePlaces(null, Map.of(), true);

  /** A reader that has nothing of any delegate, wherever it is in its own run. */
  public static final DelegatePlaces NOTHING = new DelegatePlaces(null, Map.of(), false);

  private static final String PATH = "\\d{1,15}(?:\\.\\d{1,15}){0,15}";
  private static final Pattern TEXT =
      Pattern.compile("(?:~" + PATH + ":\\d{1,15}-\\d{1,15}){0," + MOST + "}");

  /** Parses the output of {@link #toString}; empty for anything else. */
  public static Optional<DelegatePlaces> parse(RunId run, String text) {
    if (text.isEmpty()) {
      return Optional.of(NONE);
    }
    if (!TEXT.matcher(text).matches()) {
      return Optional.empty();
    }
    Map<List<Long>, Cursor> at = new LinkedHashMap<>();
    for (String each : text.substring(1).split("~")) {
      int colon = each.indexOf(':');
      List<Long> path =
          Arrays.stream(each.substring(0, colon).split("\\.")).map(Long::valueOf).toList();
      at.put(path, Cursor.parse(each.substring(colon + 1)).orElseThrow());
    }
    return Optional.of(new DelegatePlaces(run, at, true));
  }

  /** A copy with this position of a delegate, as the last one. */
  public DelegatePlaces with(List<Long> path, Cursor cursor) {
    Map<List<Long>, Cursor> changed = new LinkedHashMap<>(at);
    changed.remove(path);
    changed.put(path, cursor);
    return new DelegatePlaces(run, changed, rest);
  }

  /**
   * Whether the reader has an event of a delegate.
   *
   * @param own the last event that it has of its own run
   */
  public boolean has(List<Long> path, long sequence, long own) {
    Cursor known = at.get(path);
    if (known != null) {
      return sequence <= known.sequence();
    }
    List<Long> above = path.subList(0, path.size() - 1);
    return rest && (above.isEmpty() ? path.getLast() <= own : has(above, path.getLast(), own));
  }

  /** For cursors: {@code ~17:3-412} for each; empty without open delegates. */
  @Override
  public String toString() {
    // Costs a token of a stream without delegates nothing.
    if (at.isEmpty()) {
      return "";
    }
    return at.entrySet().stream()
        .map(each -> "~" + path(each.getKey()) + ":" + each.getValue())
        .collect(Collectors.joining());
  }

  private static String path(List<Long> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining("."));
  }
}
