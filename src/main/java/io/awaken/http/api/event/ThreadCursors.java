package io.awaken.http.api.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.http.api.request.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Opaque cursors of the events of one thread, valid for no other. Neither secret nor signed: access
 * control is in the query, not in the cursor. Immutable.
 */
final class ThreadCursors {

  private static final int PRINT_BYTES = 9;
  private static final int MAX_LENGTH = 1_024;

  private final String print;

  private ThreadCursors(byte[] print) {
    this.print = Base64.getUrlEncoder().withoutPadding().encodeToString(print);
  }

  static ThreadCursors of(ThreadId threadId) {
    return new ThreadCursors(Fingerprint.of("thread " + threadId.value(), PRINT_BYTES));
  }

  String write(ThreadPosition at) {
    return at.run() == null
        ? encode(String.valueOf(at.place()))
        : encode(at.place() + " " + at.within() + " " + at.run());
  }

  /** Parses the output of {@link #write} for this thread; empty for anything else. */
  Optional<ThreadPosition> read(String text) {
    return decode(text).flatMap(ThreadCursors::position);
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

  private String encode(String position) {
    byte[] bytes = (print + position).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private Optional<String> decode(String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      var read = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      return read.startsWith(print)
          ? Optional.of(read.substring(print.length()))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
