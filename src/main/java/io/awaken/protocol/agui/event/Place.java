package io.awaken.protocol.agui.event;

import io.awaken.core.event.Cursor;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a reader is in the frames of a run. One event of the run may be several frames, each with
 * an id of its own: {@code epoch-sequence} when the reader has all of an event, {@code
 * epoch-sequence.n} when it has its first {@code n} frames. Immutable.
 *
 * @param from the last event of which the reader has every frame
 * @param frames frames of the next event that the reader has
 */
public record Place(Cursor from, int frames) {

  /** Before the first event. */
  public static final Place START = new Place(Cursor.START, 0);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,15}-\\d{1,15})(?:\\.(\\d{1,6}))?");

  /** Reads the id of a frame; empty for anything else. */
  public static Optional<Place> parse(String id) {
    var matcher = TEXT.matcher(id);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Optional<Cursor> cursor = Cursor.parse(matcher.group(1));
    return matcher.group(2) == null
        ? cursor.map(at -> new Place(at, 0))
        : cursor
            .filter(at -> at.sequence() > 0)
            .map(at -> new Place(before(at), Integer.parseInt(matcher.group(2))));
  }

  /**
   * Whether this is not the event of which the reader has frames: that one was never committed, and
   * another node went on with this one in its place.
   */
  boolean foreign(Cursor next) {
    return frames > 0 && next.sequence() == from.sequence() + 1 && next.epoch() != from.epoch();
  }

  /** The id of a frame, given how many of its event's frames the reader has with it. */
  static String id(Cursor at, int frames) {
    return at + "." + frames;
  }

  private static Cursor before(Cursor at) {
    return new Cursor(at.epoch(), at.sequence() - 1);
  }
}
