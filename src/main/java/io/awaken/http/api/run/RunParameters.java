package io.awaken.http.api.run;

import io.awaken.core.run.Ids;
import io.awaken.http.openapi.Described;
import jakarta.ws.rs.QueryParam;

/** The query parameters of a list of runs. */
public class RunParameters {

  @Described(
      value = "Those in this state only.",
      values = {"created", "running", "waiting", "done"})
  @QueryParam("status")
  String status;

  @Described(value = "Of this agent only.", max = Ids.MAX_LENGTH)
  @QueryParam("agent_id")
  String agentId;

  @Described(value = "Of this thread only.", max = Ids.MAX_LENGTH)
  @QueryParam("thread_id")
  String threadId;

  @Described(value = "Runs that this run delegated to.", max = Ids.MAX_LENGTH)
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
