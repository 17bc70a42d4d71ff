package io.awaken.http.api.thread;

import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.MessageQuery.Shown;
import io.awaken.http.api.request.PageCursor;
import io.awaken.http.api.request.PageLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The requested messages of a thread.
 *
 * @param threadId the thread
 * @param filter selects messages; by default omits those for the model only
 * @param newestFirst the order; oldest first by default
 * @param behind the page starts after this sequence number, in its order; null for the beginning
 * @param offset messages to skip; 0 with a cursor
 * @param limit most messages of the page; default 50, 1 to 200
 */
record MessagePage(
    ThreadId threadId, Filter filter, boolean newestFirst, Long behind, int offset, int limit) {

  /** The query parameters as sent; null for missing ones. */
  record Query(Chosen chosen, String order, String offset, String limit, String cursor) {}

  /** The filter parameters. */
  record Chosen(String visibility, String runId, String after, String before, String superseded) {}

  /**
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   * @throws io.awaken.core.run.InvalidId for an invalid id
   */
  static MessagePage of(ThreadId threadId, Query query) {
    Filter filter = filter(query.chosen());
    boolean newestFirst = newestFirst(query.order());
    int limit = PageLimits.limit(query.limit());
    if (query.cursor() == null) {
      int offset = PageLimits.offset(query.offset());
      return new MessagePage(threadId, filter, newestFirst, null, offset, limit);
    }
    long behind = behind(scope(threadId, filter, newestFirst), query.cursor());
    return new MessagePage(threadId, filter, newestFirst, behind, 0, limit);
  }

  /** Queries one message more than the page has, to detect another page. */
  MessageQuery toQuery() {
    return new MessageQuery(threadId, filter, newestFirst, behind, offset, limit + 1);
  }

  /** Returns the opaque cursor of the next page, valid for this thread, filters and order only. */
  String cursorBehind(long sequence) {
    return PageCursor.write(scope(threadId, filter, newestFirst), String.valueOf(sequence));
  }

  private static long behind(List<String> scope, String cursor) {
    String sequence = PageCursor.read(scope, cursor, 1).getFirst();
    try {
      return Math.clamp(Long.parseLong(sequence), 0, Long.MAX_VALUE - 1);
    } catch (NumberFormatException e) {
      throw PageCursor.foreign().exception();
    }
  }

  private static List<String> scope(ThreadId threadId, Filter filter, boolean newestFirst) {
    return Arrays.asList(
        "messages",
        threadId.value(),
        filter.shown().name(),
        filter.runId() == null ? null : filter.runId().value(),
        String.valueOf(filter.after()),
        String.valueOf(filter.before()),
        String.valueOf(newestFirst),
        String.valueOf(filter.superseded()));
  }

  private static Filter filter(Chosen chosen) {
    return new Filter(
        shown(chosen.visibility()),
        run(chosen.runId()),
        sequence("after", chosen.after(), 0),
        sequence("before", chosen.before(), Long.MAX_VALUE),
        PageLimits.flag("superseded", chosen.superseded()));
  }

  private static long sequence(String field, String text, long otherwise) {
    return text == null
        ? otherwise
        : Math.clamp(PageLimits.number(field, text), 0, Long.MAX_VALUE - 1);
  }

  private static Shown shown(String visibility) {
    if (visibility == null) {
      return Shown.EXTERNAL;
    }
    PageLimits.oneOf("visibility", visibility, "external", "internal", "all");
    return Shown.valueOf(visibility.toUpperCase(Locale.ROOT));
  }

  private static RunId run(String id) {
    if (id == null) {
      return null;
    }
    Ids.check("run_id", id);
    return new RunId(id);
  }

  private static boolean newestFirst(String order) {
    if (order == null) {
      return false;
    }
    PageLimits.oneOf("order", order, "asc", "desc");
    return order.equals("desc");
  }
}
