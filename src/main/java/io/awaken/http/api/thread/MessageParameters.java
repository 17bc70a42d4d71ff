package io.awaken.http.api.thread;

import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.MessageQuery.Shown;
import io.awaken.http.api.request.ListPage;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.request.QueryValues;
import io.awaken.http.openapi.Described;
import jakarta.ws.rs.QueryParam;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The query parameters of a list of messages, as sent; null for none. What they ask for throws
 * {@link io.awaken.http.security.RefusedException} 400 naming the parameter.
 */
public class MessageParameters extends Paging {

  @Described(
      value = "Which messages: those for people, those for the model only, or both.",
      values = {"external", "internal", "all"},
      fallback = "external")
  @QueryParam("visibility")
  String visibility;

  @Described(
      value = "Oldest or newest first.",
      values = {"asc", "desc"},
      fallback = "asc")
  @QueryParam("order")
  String order;

  @Described(value = "Of this run only.", max = Ids.MAX_LENGTH)
  @QueryParam("run_id")
  String runId;

  @Described(value = "Only messages after this position in the thread.", type = long.class, min = 0)
  @QueryParam("after")
  String after;

  @Described(value = "Only messages before this position, from 1 on.", type = long.class, min = 0)
  @QueryParam("before")
  String before;

  @Described(
      value = "Whether to include superseded messages.",
      type = boolean.class,
      fallback = "false")
  @QueryParam("superseded")
  String superseded;

  /** The first page of the messages for people. */
  public MessageParameters() {}

  MessageParameters(Paging page) {
    super(page);
  }

  /** By default without messages for the model only. */
  Filter filter() {
    Shown shown =
        visibility == null
            ? Shown.EXTERNAL
            : QueryValues.oneOf(
                "visibility", visibility, Shown.values(), each -> lowerCase(each.name()));
    return new Filter(
        shown,
        runId == null ? null : new RunId(QueryValues.id("run_id", runId)),
        sequence("after", after, 0),
        sequence("before", before, Long.MAX_VALUE),
        superseded());
  }

  boolean superseded() {
    return QueryValues.flag("superseded", superseded);
  }

  /** Oldest first by default. */
  boolean newestFirst() {
    if (order != null) {
      QueryValues.oneOf("order", order, "asc", "desc");
    }
    return "desc".equals(order);
  }

  /** The page, whose cursors are sequence numbers. */
  ListPage<Long> page(ThreadId thread) {
    Filter filter = filter();
    List<String> scope =
        Arrays.asList(
            "messages",
            thread.value(),
            filter.shown().name(),
            filter.runId() == null ? null : filter.runId().value(),
            String.valueOf(filter.after()),
            String.valueOf(filter.before()),
            String.valueOf(newestFirst()),
            String.valueOf(filter.superseded()));
    return ListPage.of(this, scope, 1, at -> bounded(Long.parseLong(at.getFirst())));
  }

  private static long sequence(String field, String text, long otherwise) {
    return text == null ? otherwise : bounded(QueryValues.number(field, text));
  }

  private static long bounded(long sequence) {
    return Math.clamp(sequence, 0, Long.MAX_VALUE - 1);
  }

  private static String lowerCase(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
