package io.awaken.http.api.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.http.api.request.PageCursor;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.DelegatePlaces;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BiFunction;
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
  private static final int MAX_LENGTH = 4_096;

  /** Separates the parts of a thread's cursor; ids have no such character. */
  private static final String DELEGATES = "\n";

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final BiFunction<P, DelegatePlaces, String> write;
  private final Function<String, Optional<Read<P>>> read;

  private EventCursors(
      BiFunction<P, DelegatePlaces, String> write, Function<String, Optional<Read<P>>> read) {
    this.write = write;
    this.read = read;
  }

  /**
   * What a cursor says.
   *
   * @param position in the run or thread
   * @param delegates how far a reader of delegates is in their runs
   */
  record Read<P>(P position, DelegatePlaces delegates) {}

  /**
   * Cursors of a run's events: {@code epoch-sequence-fingerprint}, of a reader with open delegates
   * with {@link DelegatePlaces} before the last hyphen.
   */
  static EventCursors<Cursor> of(RunId run) {
    byte[] bytes = PageCursor.fingerprint("run " + run.value(), RUN_PRINT_BYTES);
    String print = "-" + HexFormat.of().formatHex(bytes);
    return new EventCursors<>(
        (cursor, delegates) -> cursor + delegates.toString() + print,
        text ->
            text.length() <= MAX_LENGTH && text.endsWith(print)
                ? read(run, text.substring(0, text.length() - print.length()))
                : Optional.empty());
  }

  private static Optional<Read<Cursor>> read(RunId run, String text) {
    int end = text.indexOf('~') < 0 ? text.length() : text.indexOf('~');
    return Cursor.parse(text.substring(0, end))
        .flatMap(
            at ->
                DelegatePlaces.parse(run, text.substring(end))
                    .map(delegates -> new Read<>(at, delegates)));
  }

  /** Cursors of a thread's events; opaque. */
  static EventCursors<ThreadPosition> of(ThreadId thread) {
    byte[] bytes = PageCursor.fingerprint("thread " + thread.value(), THREAD_PRINT_BYTES);
    String print = BASE64.encodeToString(bytes);
    return new EventCursors<>(
        (at, delegates) ->
            BASE64.encodeToString((print + text(at, delegates)).getBytes(StandardCharsets.UTF_8)),
        text ->
            decoded(text)
                .filter(decoded -> decoded.startsWith(print))
                .flatMap(decoded -> place(decoded.substring(print.length()))));
  }

  String write(P position) {
    return write(position, DelegatePlaces.NONE);
  }

  String write(P position, DelegatePlaces delegates) {
    return write.apply(position, delegates);
  }

  /**
   * The position at which a reader resumes; empty without a cursor. The header of a reconnecting
   * client wins over the query parameter. A bad cursor is never echoed.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming where the bad cursor came from
   */
  Optional<P> position(String lastEventId, String query) {
    return read(lastEventId, query).map(Read::position);
  }

  /** As {@link #position}, with how far the reader is in the runs of delegates. */
  Optional<Read<P>> read(String lastEventId, String query) {
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

  private static String text(ThreadPosition at, DelegatePlaces delegates) {
    String own =
        at.run() == null
            ? String.valueOf(at.place())
            : at.place() + " " + at.within() + " " + at.run();
    return delegates.at().isEmpty()
        ? own
        : own + DELEGATES + delegates + DELEGATES + delegates.run();
  }

  private static Optional<Read<ThreadPosition>> place(String text) {
    String[] parts = text.split(DELEGATES, 3);
    if (parts.length == 1) {
      return position(text).map(at -> new Read<>(at, DelegatePlaces.NONE));
    }
    try {
      return parts.length == 2
          ? Optional.empty()
          : position(parts[0])
              .flatMap(
                  at ->
                      DelegatePlaces.parse(new RunId(parts[2]), parts[1])
                          .map(delegates -> new Read<>(at, delegates)));
    } catch (InvalidId e) {
      return Optional.empty();
    }
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
