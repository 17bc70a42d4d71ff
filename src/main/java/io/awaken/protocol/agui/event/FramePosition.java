package io.awaken.protocol.agui.event;

import io.awaken.core.event.Cursor;
import io.awaken.http.stream.DelegatePlaces;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A reader's position in the frames of a run. An event of the run may become several frames, each
 * with its own id: {@code epoch-sequence} after a whole event, {@code epoch-sequence.n} after the
 * first {@code n} frames of the next one. While delegates are open, their {@link DelegatePlaces}
 * follow; {@code @n} behind these counts frames of the next event of the last delegate. Immutable.
 *
 * @param from the last event whose frames the reader has completely
 * @param frames the number of frames of the next event that the reader has
 * @param delegates the events of delegates whose frames it has completely
 * @param ofDelegate the number of frames of the next event of the last of them
 */
public record FramePosition(Cursor from, int frames, DelegatePlaces delegates, int ofDelegate) {

  /** Before the first event. */
  public static final FramePosition START = new FramePosition(Cursor.START, 0);

  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,15}-\\d{1,15})(?:\\.(\\d{1,6}))?(~[^@]+)?(?:@(\\d{1,6}))?");

  private static final int MAX_LENGTH = 4_096;

  /** A reader without open delegates. */
  public FramePosition(Cursor from, int frames) {
    this(from, frames, DelegatePlaces.NONE, 0);
  }

  /** Reads the id of a frame; empty for anything else. */
  public static Optional<FramePosition> parse(String id) {
    var matcher = TEXT.matcher(id);
    if (id.length() > MAX_LENGTH || !matcher.matches()) {
      return Optional.empty();
    }
    int frames = number(matcher.group(2));
    String open = matcher.group(3) == null ? "" : matcher.group(3);
    return Cursor.parse(matcher.group(1))
        .filter(at -> matcher.group(2) == null || at.sequence() > 0)
        .map(at -> matcher.group(2) == null ? at : before(at))
        .flatMap(
            from ->
                DelegatePlaces.parse(null, open)
                    .map(
                        delegates ->
                            new FramePosition(from, frames, delegates, number(matcher.group(4)))));
  }

  private static int number(String text) {
    return text == null ? 0 : Integer.parseInt(text);
  }

  /**
   * Whether the next event differs from the one whose frames the reader has: that one was never
   * committed, and another node continued with this one.
   */
  boolean foreign(Cursor next) {
    return frames > 0 && next.sequence() == from.sequence() + 1 && next.epoch() != from.epoch();
  }

  /** The number of frames of an event of a delegate that the reader has. */
  int framesOf(List<Long> delegate, long sequence) {
    Cursor known = delegates.at().get(delegate);
    boolean next = known != null && sequence == known.sequence() + 1;
    return next && delegate.equals(last()) ? ofDelegate : 0;
  }

  private List<Long> last() {
    List<Long> last = null;
    for (List<Long> each : delegates.at().keySet()) {
      last = each;
    }
    return last;
  }

  /** The id of a frame, given the number of its event's frames up to it. */
  static String id(Cursor at, int frames) {
    return at + "." + frames;
  }

  /**
   * The id of a frame of a delegate's event.
   *
   * @param own the last event of the run
   * @param open the events of delegates, with this one
   */
  static String id(Cursor own, DelegatePlaces open, List<Long> delegate, Cursor at, int frames) {
    return own + open.with(delegate, before(at)).toString() + "@" + frames;
  }

  private static Cursor before(Cursor at) {
    return new Cursor(at.epoch(), at.sequence() - 1);
  }
}
