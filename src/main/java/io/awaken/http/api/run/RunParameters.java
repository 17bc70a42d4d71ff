package io.awaken.http.api.run;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunQuery.Filter;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.request.QueryValues;
import io.awaken.http.openapi.Described;
import jakarta.ws.rs.QueryParam;

/** The query parameters of a list of runs, as sent; null for none. */
public class RunParameters extends Paging {

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

  /** The first page of all runs. */
  public RunParameters() {}

  RunParameters(String status, String agentId, String threadId, String parentRunId, Paging page) {
    super(page);
    this.status = status;
    this.agentId = agentId;
    this.threadId = threadId;
    this.parentRunId = parentRunId;
  }

  /**
   * The runs of threads that the caller may read.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   * @throws io.awaken.core.run.InvalidId for an invalid id
   */
  Filter filter(Caller caller) {
    return Filter.of(
        caller,
        QueryValues.oneOf("status", status, RunStatus.values(), RunStatus::wire),
        QueryValues.id("agent_id", agentId),
        threadId == null ? null : new ThreadId(caller.tenant(), threadId),
        parentRunId == null ? null : new RunId(QueryValues.id("parent_run_id", parentRunId)));
  }
}
