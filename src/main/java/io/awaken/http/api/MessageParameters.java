package io.awaken.http.api;

import jakarta.ws.rs.QueryParam;

/** What stands behind the question mark of a list of messages. */
public class MessageParameters {

  @QueryParam("visibility")
  String visibility;

  @QueryParam("order")
  String order;

  @QueryParam("run_id")
  String runId;

  @QueryParam("after")
  String after;

  @QueryParam("before")
  String before;

  @QueryParam("offset")
  String offset;

  @QueryParam("limit")
  String limit;

  @QueryParam("cursor")
  String cursor;

  MessagePage.Query query() {
    return new MessagePage.Query(
        new MessagePage.Chosen(visibility, runId, after, before), order, offset, limit, cursor);
  }
}
