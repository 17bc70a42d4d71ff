package io.awaken.http.api.run;

import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.api.request.IdempotencyHeader;
import io.awaken.http.api.request.InputMessage;
import io.awaken.http.api.request.ModeNames;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunAcceptance;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** Sends messages to a run, or to its agent if the run has ended. */
@Path("runs/{id}/inputs")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class RunInputsResource {

  @Inject RunStore runs;
  @Inject ThreadStore threads;
  @Inject RunAcceptance acceptance;
  @Context SecurityContext security;

  /** The open run of the thread receives the messages, else a new run of that agent. */
  @POST
  @Route(
      name = "sendInputs",
      summary = "Sends messages to a run, or to its agent if the run has ended.",
      answers = @Answer(status = 202, value = Sent.class),
      refuses = {
        "404 run_not_found thread_not_found",
        "409 thread_busy inbox_full queue_full thread_full no_open_run idempotency_conflict",
        "410 run_deleted",
        "413 message_too_large media_too_large",
        "415 unsupported_media_type",
        "429 too_many_submits"
      })
  @Consumes(MediaType.APPLICATION_JSON)
  public Response send(
      @PathParam("id") String id,
      @HeaderParam(IdempotencyHeader.NAME) String key,
      SendInputs body) {
    return Response.accepted(sent(id, key, body)).build();
  }

  Sent sent(String id, String key, SendInputs body) {
    Caller caller = Callers.of(security);
    SendInputs wanted = Bodies.required(body);
    RunRecord run = PathIds.run(id, caller, runs);
    PathIds.thread(run.threadId().value(), caller, threads, ThreadAction.WRITE);
    var messages = InputMessage.messages(wanted.messages());
    var mode = ModeNames.forExisting(wanted.mode(), SubmitMode.STEER);
    AcceptedView accepted =
        AcceptedView.inBackground(
            acceptance,
            new RunRequest(run.agentId(), run.threadId(), caller, messages)
                .as(mode)
                .once(IdempotencyHeader.of(key, "POST /v1/runs/" + id + "/inputs", wanted)),
            FieldNames.NATIVE);
    return new Sent("inputs_accepted", run.runId(), accepted.runId(), accepted.jobId());
  }

  /**
   * The result.
   *
   * @param runId the run that was addressed
   * @param acceptedRunId the run that receives the messages
   * @param jobId the job created for that; null if the run had already started
   */
  record Sent(
      @Required String status, @Required RunId runId, @Required RunId acceptedRunId, JobId jobId) {}
}
