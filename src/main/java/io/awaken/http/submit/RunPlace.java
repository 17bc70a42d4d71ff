package io.awaken.http.submit;

import io.awaken.core.event.Cursor;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.event.RunLogView;
import io.awaken.http.security.Refusal;
import java.util.Optional;
import java.util.function.Function;

/**
 * A reader's position in a run. Immutable if the function is.
 *
 * @param run the run
 * @param from the last event that the reader has
 * @param text how the protocol writes a cursor, for refusals
 * @param names of the fields, for refusals
 */
public record RunPlace(RunId run, Cursor from, Function<Cursor, String> text, FieldNames names) {

  /** The beginning of a run. */
  public static RunPlace beginning(RunId run, FieldNames names) {
    return new RunPlace(run, Cursor.START, Cursor::toString, names);
  }

  /** The start of the run, from which an encoder with state is restored. */
  RunPlace atBeginning() {
    return new RunPlace(run, Cursor.START, text, names);
  }

  /**
   * Returns the run if the caller can see it and all events after the position exist.
   *
   * @throws io.awaken.http.security.RefusedException 404, 400 for a cursor of another run, 410 when
   *     the events after the cursor were deleted
   */
  public RunLogView checked(Optional<RunLogView> found, Caller caller) {
    RunLogView seen = visible(found, caller);
    // A cursor with an epoch that the thread has not reached belongs to something else.
    if (from.epoch() > seen.threadEpoch()) {
      String field = names.cursor();
      throw Refusal.invalid(field, "the cursor does not belong to this run").exception();
    }
    if (seen.expired(from)) {
      throw ExpiredCursor.refusal(text.apply(seen.floor()), names).exception();
    }
    return seen;
  }

  /**
   * Returns the run if the caller can see it.
   *
   * @throws io.awaken.http.security.RefusedException 404
   */
  public RunLogView visible(Optional<RunLogView> found, Caller caller) {
    return found
        .filter(view -> view.readableBy(caller))
        .orElseThrow(() -> Refusal.notFound("run", run.value()).exception());
  }
}
