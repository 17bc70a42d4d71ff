package io.awaken.http.submit;

import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.http.security.Refusal;
import java.util.Optional;
import java.util.function.Function;

/**
 * A reader's position in a whole thread. Immutable if the function is.
 *
 * @param thread the thread
 * @param from the reader's position; null for events from now on
 * @param text how the protocol writes a position, for refusals
 * @param names of the fields, for refusals
 */
public record ThreadPlace(
    ThreadId thread, ThreadPosition from, Function<ThreadPosition, String> text, FieldNames names) {

  /**
   * Returns the thread if the caller can see it and all events after the position exist.
   *
   * @throws io.awaken.http.security.RefusedException 404, or 410 when the events after the position
   *     were deleted
   */
  public ThreadLogView checked(Optional<ThreadLogView> found, Caller caller) {
    ThreadLogView seen = visible(found, caller);
    if (from != null && seen.expired(from)) {
      String oldest = text.apply(ThreadPosition.at(seen.floor()));
      throw ExpiredCursor.refusal(oldest, names).exception();
    }
    return seen;
  }

  /**
   * Returns the thread if the caller can see it.
   *
   * @throws io.awaken.http.security.RefusedException 404
   */
  public ThreadLogView visible(Optional<ThreadLogView> found, Caller caller) {
    return found
        .filter(view -> view.origin().access().allows(caller, ThreadAction.READ))
        .orElseThrow(() -> Refusal.notFound("thread", thread.value()).exception());
  }
}
