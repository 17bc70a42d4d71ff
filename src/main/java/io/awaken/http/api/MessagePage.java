package io.awaken.http.api;

import io.awaken.core.run.ThreadId;
import io.awaken.http.security.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Which messages of a thread are asked for.
 *
 * @param threadId the thread
 * @param after the page begins behind this sequence number
 * @param limit messages at the most; 50 unless told, 1 to 200
 * @param all whether messages for the model only are among them
 */
record MessagePage(ThreadId threadId, long after, int limit, boolean all) {

  /** The parameters of the query as they came; null where there were none. */
  record Query(String limit, String after, String cursor, String visibility) {}

  /**
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   */
  static MessagePage of(ThreadId threadId, Query query) {
    boolean all = all(query.visibility());
    int limit = PageLimits.limit(query.limit());
    if (query.cursor() != null) {
      return new MessagePage(threadId, decode(query.cursor(), threadId, all), limit, all);
    }
    long after = query.after() == null ? 0 : PageLimits.number("after", query.after());
    return new MessagePage(threadId, Math.max(0, after), limit, all);
  }

  /** Where the next page begins; opaque, good for the same thread and visibility only. */
  String cursorBehind(long sequence) {
    byte[] text = (sequence + scope(threadId, all)).getBytes(StandardCharsets.US_ASCII);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
  }

  private static String scope(ThreadId threadId, boolean all) {
    return (all ? "/all/" : "/external/") + threadId;
  }

  private static long decode(String cursor, ThreadId threadId, boolean all) {
    Refusal refusal =
        Refusal.invalid("cursor", "cursor is not one that this thread and visibility gave out");
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
      String scope = scope(threadId, all);
      if (!text.endsWith(scope)) {
        throw refusal.exception();
      }
      return Long.parseLong(text.substring(0, text.length() - scope.length()));
    } catch (IllegalArgumentException e) {
      throw refusal.exception();
    }
  }

  private static boolean all(String visibility) {
    return switch (visibility) {
      case null -> false;
      case "external" -> false;
      case "all" -> true;
      default ->
          throw Refusal.invalid("visibility", "visibility must be external or all").exception();
    };
  }
}
