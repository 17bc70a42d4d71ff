package io.awaken.http.api.run;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.http.api.event.StreamEventEncoder;
import io.awaken.http.api.request.IdempotencyHeader;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.Refusals;
import io.awaken.http.submit.RunAcceptance;
import io.awaken.http.submit.RunStops;
import io.awaken.http.submit.RunStreams;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** Runs: start and stream, read, cancel. */
@Path("runs")
@ApplicationScoped
public class RunsResource {

  @Inject RunStore runs;
  @Inject SuspensionStore suspensions;
  @Inject RunAcceptance acceptance;
  @Inject RunStreams streams;
  @Inject RunStops stops;
  @Context SecurityContext security;

  /**
   * Starts a run and streams its events; repeating a request with the same key streams the run it
   * created, from the beginning. If the mode sends the messages to another run, that run is
   * streamed. The stream's place is reserved first, so that a request that cannot be served has no
   * effect; the run continues when the client disconnects.
   *
   * <p>A request in the background is answered with 202 on acceptance, without a stream.
   */
  @POST
  @Route(
      name = "createRun",
      summary =
          "Starts a run and streams its events; the run continues when the client disconnects.",
      answers = {
        @Answer(stream = AgentEvent.class, description = StreamEventEncoder.DESCRIPTION),
        @Answer(
            status = 202,
            value = AcceptedView.class,
            description = "For a run in the background.")
      },
      refuses = {
        "404 thread_not_found message_not_found",
        "409 thread_busy inbox_full queue_full thread_full thread_exists thread_being_deleted"
            + " idempotency_conflict nothing_to_answer",
        "410 run_deleted",
        "413 message_too_large media_too_large",
        "415 unsupported_media_type",
        "429 too_many_streams too_many_submits"
      })
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
  public void create(
      CreateRun body,
      @HeaderParam(IdempotencyHeader.NAME) String key,
      @Context HttpHeaders headers,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    RunRequest wanted = wanted(body, key);
    if (body.inBackground()) {
      response.resume(
          Response.accepted(begun(wanted)).type(MediaType.APPLICATION_JSON_TYPE).build());
      return;
    }
    requireStream(headers);
    streams.begin(
        wanted, FieldNames.NATIVE, StreamEventEncoder.ENCODING, request, response::resume);
  }

  AcceptedView begun(RunRequest wanted) {
    return AcceptedView.inBackground(acceptance, wanted, FieldNames.NATIVE);
  }

  RunRequest wanted(CreateRun body, String key) {
    return Bodies.required(body)
        .toRequest(Callers.of(security))
        .with(RunOverrides.checked(body.overrides()))
        .once(IdempotencyHeader.of(key, "POST /v1/runs", body));
  }

  /** A client that accepts only JSON can start background runs, but not read a stream. */
  private static void requireStream(HttpHeaders headers) {
    boolean accepted =
        headers.getAcceptableMediaTypes().stream()
            .anyMatch(MediaType.SERVER_SENT_EVENTS_TYPE::isCompatible);
    if (!accepted) {
      throw Refusals.ofStatus(406).exception();
    }
  }

  /** Returns a page of the tenant's runs, newest first. */
  @GET
  @Route(
      name = "listRuns",
      summary = "The runs of the threads that the caller may read, newest first.",
      answers = @Answer(RunsView.class))
  @Produces(MediaType.APPLICATION_JSON)
  public Response list(@BeanParam RunParameters parameters) {
    return Response.ok(page(parameters.query())).build();
  }

  RunsView page(RunPage.Query query) {
    var page = RunPage.of(Callers.of(security), query);
    return RunsView.of(page, runs.list(page.toQuery()), suspensions);
  }

  @GET
  @Route(
      name = "getRun",
      summary = "A run as it is now.",
      answers = @Answer(RunView.class),
      refuses = "404 run_not_found")
  @Path("{id}")
  @Produces(MediaType.APPLICATION_JSON)
  public Response get(@PathParam("id") String id) {
    return Response.ok(view(id)).build();
  }

  RunView view(String id) {
    RunRecord run = find(id);
    return RunView.of(run, () -> suspensions.ofRun(run.runId()));
  }

  /** Requests cancellation; repeating it has no effect. */
  @POST
  @Route(
      name = "cancelRun",
      summary = "Requests cancellation of the run; repeating it has no effect.",
      answers = @Answer(status = 202, value = CancelView.class),
      refuses = "404 run_not_found")
  @Path("{id}/cancel")
  @Produces(MediaType.APPLICATION_JSON)
  public Response cancel(@PathParam("id") String id) {
    return Response.accepted(cancelled(id)).build();
  }

  CancelView cancelled(String id) {
    RunId runId = PathIds.run(id);
    return CancelView.of(stops.cancel(runId, Callers.of(security)), runId);
  }

  private RunRecord find(String id) {
    return PathIds.run(id, Callers.of(security), runs);
  }
}
