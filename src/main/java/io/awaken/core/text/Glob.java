package io.awaken.core.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A compiled glob: {@code *} matches any number of any characters, {@code \} escapes a following
 * {@code *} or {@code \}, everything else is literal. The whole text must match. Immutable;
 * matching takes time linear in both lengths and allocates nothing.
 */
public final class Glob {

  private static final char ANY = '*';
  private static final char ESCAPE = '\\';

  private final String text;

  /** The pieces between the stars; the first and the last are anchored. */
  private final List<String> pieces;

  /** For each piece its failure table (Knuth-Morris-Pratt). */
  private final List<int[]> retreats;

  /** An invalid glob; positions are counted from 1. */
  public static final class Invalid extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int position;

    private Invalid(int position, String reason) {
      super(reason);
      this.position = position;
    }

    /** The position of the error, from 1. */
    public int position() {
      return position;
    }
  }

  private Glob(String text, List<String> pieces) {
    this.text = text;
    this.pieces = List.copyOf(pieces);
    this.retreats = pieces.stream().map(Glob::retreats).toList();
  }

  /**
   * Compiles a glob.
   *
   * @throws Invalid when a {@code \} does not precede {@code *} or {@code \}
   */
  public static Glob of(String text) {
    var pieces = new ArrayList<String>();
    var piece = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ANY) {
        pieces.add(piece.toString());
        piece.setLength(0);
      } else {
        i += c == ESCAPE ? 1 : 0;
        piece.append(c == ESCAPE ? escaped(text, i) : c);
      }
    }
    pieces.add(piece.toString());
    return new Glob(text, pieces);
  }

  private static char escaped(String text, int at) {
    if (at == text.length()) {
      throw new Invalid(at, "a '\\' with nothing behind it stands");
    }
    if (text.charAt(at) != ANY && text.charAt(at) != ESCAPE) {
      throw new Invalid(at, "a '\\' that is not before '*' or '\\' stands");
    }
    return text.charAt(at);
  }

  /** Whether it has no star, so that one text matches. */
  public boolean exact() {
    return pieces.size() == 1;
  }

  /** The text that an exact glob matches, without escapes. */
  public String literal() {
    return pieces.getFirst();
  }

  /** Whether it has only stars, so that every text matches. */
  public boolean any() {
    return !exact() && pieces.stream().allMatch(String::isEmpty);
  }

  /**
   * Whether it matches every text that another one matches: in place of the other's stars stands a
   * character that this one does not have, so only stars of this one can match it.
   */
  public boolean covers(Glob other) {
    char star = '\uE000';
    while (text.indexOf(star) >= 0) {
      star++;
    }
    return matches(String.join(String.valueOf(star), other.pieces));
  }

  public boolean matches(String value) {
    String first = pieces.getFirst();
    if (exact()) {
      return value.equals(first);
    }
    String last = pieces.getLast();
    int end = value.length() - last.length();
    if (end < first.length() || !value.startsWith(first) || !value.endsWith(last)) {
      return false;
    }
    int at = first.length();
    for (int i = 1; i < pieces.size() - 1 && at >= 0; i++) {
      at = behind(i, value, at, end);
    }
    return at >= 0;
  }

  /** The end of the leftmost occurrence of a piece; -1 for none. */
  private int behind(int index, String value, int from, int end) {
    String piece = pieces.get(index);
    int[] retreat = retreats.get(index);
    int matched = 0;
    for (int at = from; matched < piece.length(); at++) {
      if (at >= end) {
        return -1;
      }
      while (matched > 0 && piece.charAt(matched) != value.charAt(at)) {
        matched = retreat[matched - 1];
      }
      matched += piece.charAt(matched) == value.charAt(at) ? 1 : 0;
      if (matched == piece.length()) {
        return at + 1;
      }
    }
    return from;
  }

  /** For each prefix of the piece, its longest proper suffix that is also a prefix. */
  private static int[] retreats(String piece) {
    int[] retreat = new int[piece.length()];
    int matched = 0;
    for (int at = 1; at < piece.length(); at++) {
      while (matched > 0 && piece.charAt(matched) != piece.charAt(at)) {
        matched = retreat[matched - 1];
      }
      matched += piece.charAt(matched) == piece.charAt(at) ? 1 : 0;
      retreat[at] = matched;
    }
    return retreat;
  }

  /** The glob as written. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Glob glob && glob.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
