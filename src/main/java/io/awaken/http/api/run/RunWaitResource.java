package io.awaken.http.api.run;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.api.request.PageLimits;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.ServerLoader;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunWaits;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.concurrent.CompletionStage;

/** Waits until a run ends or waits for a decision. */
@Path("runs/{id}/wait")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class RunWaitResource {

  @Inject RunStore runs;
  @Inject SuspensionStore suspensions;
  @Inject RunWaits waits;
  @Inject Ids ids;
  @Context SecurityContext security;

  /**
   * Returns the run once no event follows for now, or at the timeout with {@code Retry-After: 0}. A
   * wait counts as a stream and blocks no thread.
   */
  @GET
  @Route(
      name = "waitForRun",
      summary = "The run once it ends or waits for a decision, or at the timeout.",
      answers =
          @Answer(
              value = RunView.class,
              description = "The run; with `Retry-After: 0` if it continues after the timeout."),
      refuses = {"404 run_not_found", "429 too_many_streams"})
  public void get(
      @PathParam("id") String id,
      @Described(
              value = "The longest wait, up to the server's limit.",
              type = long.class,
              min = 0,
              fallback = "30000")
          @QueryParam("timeout_ms")
          String timeout,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    var answer = awaited(id, timeout).toCompletableFuture();
    if (!answer.isDone()) {
      RequestGate.leaveToWait(request);
    }
    AsyncContext context = request.getAsyncContext();
    context.setTimeout(0);
    answer.whenComplete(
        (waited, failure) ->
            ServerLoader.resume(
                context,
                response::resume,
                failure == null ? waited.toResponse() : ErrorAnswers.of(failure, ids)));
  }

  /** Completes with the answer. */
  CompletionStage<Waited> awaited(String id, String timeout) {
    Caller caller = Callers.of(security);
    Long millis = timeout == null ? null : PageLimits.number("timeout_ms", timeout);
    RunRecord run = PathIds.run(id, caller, runs);
    return waits
        .await(run, millis, caller)
        .thenApply(waited -> new Waited(view(waited.run()), waited.timedOut()));
  }

  private RunView view(RunRecord run) {
    return RunView.of(run, () -> suspensions.ofRun(run.runId()));
  }

  /**
   * The result of a wait.
   *
   * @param timedOut whether the timeout came first
   */
  record Waited(RunView run, boolean timedOut) {

    Response toResponse() {
      var response = Response.ok(run);
      return (timedOut ? response.header("Retry-After", 0) : response).build();
    }
  }
}
