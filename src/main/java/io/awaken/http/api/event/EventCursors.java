package io.awaken.http.api.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.http.api.request.PageCursor;
import io.awaken.http.security.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;

/**
 * Cursors of the events of one run or thread, valid for no other, equal in streams and lists.
 * Neither secret nor signed: access control is in the query, not in the cursor. Immutable.
 *
 * @param <P> the position that a cursor is about
 */
final class EventCursors<P> {

  private static final String HEADER = "Last-Event-ID";
  private static final String QUERY = "cursor";
  private static final int RUN_PRINT_BYTES = 4;
  private static final int THREAD_PRINT_BYTES = 9;
  private static final int MAX_LENGTH = 1_024;
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final Function<P, String> write;
  private final Function<String, Optional<P>> read;

  private EventCursors(Function<P, String> write, Function<String, Optional<P>> read) {
    this.write = write;
    this.read = read;
  }

  /** Cursors of a run's events: {@code epoch-sequence-fingerprint}. */
  static EventCursors<Cursor> of(RunId run) {
    byte[] bytes = PageCursor.fingerprint("run " + run.value(), RUN_PRINT_BYTES);
    String print = "-" + HexFormat.of().formatHex(bytes);
    return new EventCursors<>(
        cursor -> cursor + print,
        text ->
            text.endsWith(print)
                ? Cursor.parse(text.substring(0, text.length() - print.length()))
                : Optional.empty());
  }

  /** Cursors of a thread's events; opaque. */
  static EventCursors<ThreadPosition> of(ThreadId thread) {
    byte[] bytes = PageCursor.fingerprint("thread " + thread.value(), THREAD_PRINT_BYTES);
    String print = BASE64.encodeToString(bytes);
    return new EventCursors<>(
        at -> BASE64.encodeToString((print + text(at)).getBytes(StandardCharsets.UTF_8)),
        text ->
            decoded(text)
                .filter(decoded -> decoded.startsWith(print))
                .flatMap(decoded -> position(decoded.substring(print.length()))));
  }

  String write(P position) {
    return write.apply(position);
  }

  /**
   * The position at which a reader resumes; empty without a cursor. The header of a reconnecting
   * client wins over the query parameter. A bad cursor is never echoed.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming where the bad cursor came from
   */
  Optional<P> position(String lastEventId, String query) {
    if (lastEventId != null && !lastEventId.isEmpty()) {
      return Optional.of(read.apply(lastEventId).orElseThrow(() -> foreign(HEADER)));
    }
    return query == null
        ? Optional.empty()
        : Optional.of(read.apply(query).orElseThrow(() -> foreign(QUERY)));
  }

  private static RuntimeException foreign(String field) {
    return Refusal.invalid(field, field + " is not a cursor of these events").exception();
  }

  private static String text(ThreadPosition at) {
    return at.run() == null
        ? String.valueOf(at.place())
        : at.place() + " " + at.within() + " " + at.run();
  }

  private static Optional<ThreadPosition> position(String text) {
    String[] parts = text.split(" ", 3);
    try {
      var at = ThreadPosition.at(Long.parseLong(parts[0]));
      if (at.place() < 0 || parts.length == 2) {
        return Optional.empty();
      }
      return parts.length == 1
          ? Optional.of(at)
          : Cursor.parse(parts[1]).map(within -> at.within(new RunId(parts[2]), within));
    } catch (NumberFormatException | InvalidId e) {
      return Optional.empty();
    }
  }

  private static Optional<String> decoded(String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
