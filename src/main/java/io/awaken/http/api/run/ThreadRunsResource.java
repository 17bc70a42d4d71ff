package io.awaken.http.api.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.api.request.Paging;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Ownership;
import io.awaken.http.submit.PathIds;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Optional;

/** The runs of a thread. */
@Path("threads/{id}/runs")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ThreadRunsResource {

  @Inject ThreadStore threads;
  @Inject RunStore runs;
  @Inject SuspensionStore suspensions;
  @Context SecurityContext security;

  /** Returns a page of runs, newest first. */
  @GET
  @Route(
      name = "listThreadRuns",
      summary = "The runs of a thread, newest first.",
      answers = @Answer(RunsView.class),
      refuses = "404 thread_not_found")
  public RunsView list(
      @PathParam("id") String id,
      @Described(
              value = "Those in this state only.",
              values = {"created", "running", "waiting", "done"})
          @QueryParam("status")
          String status,
      @BeanParam Paging paging) {
    var ofThread = new RunParameters(status, null, find(id).id().value(), null, paging);
    return RunsView.of(ofThread, Callers.of(security), runs, suspensions);
  }

  /** Returns the latest run. */
  @GET
  @Route(
      name = "getLatestRun",
      summary = "The latest run of a thread.",
      answers = @Answer(RunView.class),
      refuses = "404 thread_not_found run_not_found")
  @Path("latest")
  public RunView latest(@PathParam("id") String id) {
    return view(PathIds.latestRun(find(id), Callers.of(security), runs));
  }

  /** Returns the open run. */
  @GET
  @Route(
      name = "getActiveRun",
      summary = "The open run of a thread, or null.",
      answers = @Answer(ActiveRun.class),
      refuses = "404 thread_not_found")
  @Path("active")
  public ActiveRun active(@PathParam("id") String id) {
    return new ActiveRun(
        run(find(id).openRunId())
            .filter(run -> run.status() != RunStatus.DONE)
            .map(this::view)
            .map(Active::of)
            .orElse(null));
  }

  private Optional<RunRecord> run(RunId id) {
    return Ownership.seen(Optional.ofNullable(id).flatMap(runs::find), Callers.of(security));
  }

  private RunView view(RunRecord run) {
    return RunView.of(run, () -> suspensions.withDelegates(run.runId()), runs::states);
  }

  private ThreadRecord find(String id) {
    return PathIds.thread(id, Callers.of(security), threads);
  }

  /**
   * @param activeRun written even if null
   */
  record ActiveRun(
      @Required
          @Described(value = "Null if the thread has no open run.", orNull = true)
          @JsonInclude(JsonInclude.Include.ALWAYS)
          Active activeRun) {}

  /** The thread's open run. */
  record Active(
      @Required ThreadId threadId,
      @Required RunId runId,
      @Required String agentId,
      @Required RunStatus status,
      TerminationReason terminationReason,
      JobId jobId,
      RunView.Waiting waiting) {

    static Active of(RunView run) {
      return new Active(
          run.threadId(),
          run.runId(),
          run.agentId(),
          run.status(),
          run.terminationReason(),
          run.jobId(),
          run.waiting());
    }
  }
}
