package io.awaken.http.api.thread;

import io.awaken.http.api.request.PageLimits;
import java.util.Locale;

/** What becomes of threads that come from a deleted one (features section 3.1). */
enum ChildStrategy {
  /** They come from none then. */
  DETACH,
  /** As long as there are any, the thread is not deleted. */
  REJECT,
  /**
   * They are deleted with it, those that come from them as well, as far as the caller sees them.
   */
  CASCADE;

  /**
   * @param text null for the default
   * @throws io.awaken.http.security.RefusedException 400 for anything else
   */
  static ChildStrategy of(String text) {
    if (text == null) {
      return DETACH;
    }
    PageLimits.oneOf("child_strategy", text, "detach", "reject", "cascade");
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
