package io.awaken.http.api.thread;

import io.awaken.core.run.Ids;
import io.awaken.http.openapi.Described;
import jakarta.ws.rs.QueryParam;

/** The query parameters of a list of messages. */
public class MessageParameters {

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

  @QueryParam("offset")
  String offset;

  @QueryParam("limit")
  String limit;

  @QueryParam("cursor")
  String cursor;

  MessagePage.Query query() {
    return new MessagePage.Query(
        new MessagePage.Chosen(visibility, runId, after, before, superseded),
        order,
        offset,
        limit,
        cursor);
  }
}
