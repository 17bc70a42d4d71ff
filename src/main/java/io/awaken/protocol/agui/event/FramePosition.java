package io.awaken.protocol.agui.event;

import io.awaken.core.event.Cursor;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A reader's position in the frames of a run. An event of the run may become several frames, each
 * with its own id: {@code epoch-sequence} after a whole event, {@code epoch-sequence.n} after the
 * first {@code n} frames of the next one. Immutable.
 *
 * @param from the last event whose frames the reader has completely
 * @param frames the number of frames of the next event that the reader has
 */
public record FramePosition(Cursor from, int frames) {

  /** Before the first event. */
  public static final FramePosition START = new FramePosition(Cursor.START, 0);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,15}-\\d{1,15})(?:\\.(\\d{1,6}))?");

  /** Reads the id of a frame; empty for anything else. */
  public static Optional<FramePosition> parse(String id) {
    var matcher = TEXT.matcher(id);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Optional<Cursor> cursor = Cursor.parse(matcher.group(1));
    return matcher.group(2) == null
        ? cursor.map(at -> new FramePosition(at, 0))
        : cursor
            .filter(at -> at.sequence() > 0)
            .map(at -> new FramePosition(before(at), Integer.parseInt(matcher.group(2))));
  }

  /**
   * Whether the next event differs from the one whose frames the reader has: that one was never
   * committed, and another node continued with this one.
   */
  boolean foreign(Cursor next) {
    return frames > 0 && next.sequence() == from.sequence() + 1 && next.epoch() != from.epoch();
  }

  /** The id of a frame, given the number of its event's frames up to it. */
  static String id(Cursor at, int frames) {
    return at + "." + frames;
  }

  private static Cursor before(Cursor at) {
    return new Cursor(at.epoch(), at.sequence() - 1);
  }
}
