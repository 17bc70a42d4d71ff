package io.awaken.http.submit;

import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.http.security.Refusal;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where a reader of a whole thread wants to go on. Immutable if the function is.
 *
 * @param thread the thread
 * @param from what the reader has; null for one that wants what happens from now on
 * @param text how the protocol writes a position, for refusals
 * @param names of the fields, for refusals
 */
public record ThreadPlace(
    ThreadId thread, ThreadPosition from, Function<ThreadPosition, String> text, FieldNames names) {

  /**
   * The thread, if the caller may see it and its events from here on are there.
   *
   * @throws io.awaken.http.security.RefusedException 404, or 410 when retention deleted what
   *     follows the position
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
   * The thread, if the caller may see it.
   *
   * @throws io.awaken.http.security.RefusedException 404
   */
  public ThreadLogView visible(Optional<ThreadLogView> found, Caller caller) {
    return found
        .filter(view -> caller.sees(view.origin().tenant(), view.origin().owner()))
        .orElseThrow(() -> Refusal.notFound("thread", thread.value()).exception());
  }
}
