package io.awaken.http.api.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.http.api.request.Fingerprint;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Cursors of the events of one run, valid for no other: {@code epoch-sequence-print}, equal in
 * streams and lists. Neither secret nor signed: access control is in the query, not in the cursor.
 * Immutable.
 */
final class RunCursors {

  private static final int PRINT_BYTES = 4;

  private final String print;

  private RunCursors(String print) {
    this.print = print;
  }

  static RunCursors of(RunId runId) {
    byte[] print = Fingerprint.of("run " + runId.value(), PRINT_BYTES);
    return new RunCursors("-" + HexFormat.of().formatHex(print));
  }

  String write(Cursor cursor) {
    return cursor + print;
  }

  /** Parses the output of {@link #write} for this run; empty for anything else. */
  Optional<Cursor> read(String text) {
    return text.endsWith(print)
        ? Cursor.parse(text.substring(0, text.length() - print.length()))
        : Optional.empty();
  }
}
