package io.awaken.http.api.suspension;

import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.http.openapi.Required;
import java.util.List;

/** A page of questions, oldest first. */
record SuspensionsView(@Required List<SuspensionView> items, boolean hasMore, String nextCursor) {

  /**
   * @param found one question more than the page has, if there is one
   */
  static SuspensionsView of(SuspensionPage page, List<SuspensionRecord> found) {
    boolean more = found.size() > page.limit();
    var shown = more ? found.subList(0, page.limit()) : found;
    String next = more ? page.cursorBehind(shown.getLast()) : null;
    return new SuspensionsView(shown.stream().map(SuspensionView::of).toList(), more, next);
  }
}
