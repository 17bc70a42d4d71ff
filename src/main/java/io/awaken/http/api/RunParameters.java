package io.awaken.http.api;

import jakarta.ws.rs.QueryParam;

/** What stands behind the question mark of a list of runs. */
public class RunParameters {

  @QueryParam("status")
  String status;

  @QueryParam("agent_id")
  String agentId;

  @QueryParam("thread_id")
  String threadId;

  @QueryParam("parent_run_id")
  String parentRunId;

  @QueryParam("offset")
  String offset;

  @QueryParam("limit")
  String limit;

  @QueryParam("cursor")
  String cursor;

  RunPage.Query query() {
    return new RunPage.Query(
        new RunPage.Chosen(status, agentId, threadId, parentRunId), offset, limit, cursor);
  }
}
