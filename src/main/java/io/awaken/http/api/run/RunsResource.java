package io.awaken.http.api.run;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.api.event.StreamEventEncoder;
import io.awaken.http.api.request.IdempotencyHeader;
import io.awaken.http.api.request.InputMessage;
import io.awaken.http.api.request.ModeNames;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.request.QueryValues;
import io.awaken.http.api.suspension.DecisionView;
import io.awaken.http.api.suspension.SubmitDecision;
import io.awaken.http.api.suspension.SuspensionView;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.ServerLoader;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.Refusals;
import io.awaken.http.submit.RunDecisions;
import io.awaken.http.submit.RunStops;
import io.awaken.http.submit.RunStreams;
import io.awaken.http.submit.RunWaits;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Runs: start and stream, read, wait, send messages, decide, cancel. */
@Path("runs")
@ApplicationScoped
public class RunsResource {

  /** A run's progress and owner, no content of the conversation; and what clients share. */
  private static final Set<String> STATE_FOR_CLIENTS =
      Set.of(
          RuntimeKeys.RUN_LIFECYCLE.name(),
          RuntimeKeys.ACTIVE_AGENT.name(),
          RuntimeKeys.WORKING_AGENT.name(),
          RuntimeKeys.SHARED_STATE.name());

  @Inject RunStore runs;
  @Inject SuspensionStore suspensions;
  @Inject RunService service;
  @Inject RunStreams streams;
  @Inject RunStops stops;
  @Inject RunWaits waits;
  @Inject Ids ids;
  @Inject ThreadStore threads;
  @Inject Supplier<RegistrySnapshot> registry;
  @Inject AdminRole admin;
  @Inject RunDecisions decisions;
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
      @Described(value = StreamEventEncoder.DELEGATES, type = boolean.class, fallback = "false")
          @QueryParam("delegates")
          String delegates,
      @Context HttpHeaders headers,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    RunRequest wanted = wanted(body, key);
    StreamEncoding encoding = StreamEventEncoder.encoding(delegates);
    if (body.inBackground()) {
      response.resume(
          Response.accepted(begun(wanted)).type(MediaType.APPLICATION_JSON_TYPE).build());
      return;
    }
    requireStream(headers);
    streams.begin(wanted, FieldNames.NATIVE, encoding, request, response::resume);
  }

  AcceptedView begun(RunRequest wanted) {
    return AcceptedView.inBackground(service, wanted, FieldNames.NATIVE);
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
  public RunsView list(@BeanParam RunParameters parameters) {
    return RunsView.of(parameters, Callers.of(security), runs, suspensions);
  }

  @GET
  @Route(
      name = "getRun",
      summary = "A run as it is now.",
      answers = @Answer(RunView.class),
      refuses = "404 run_not_found")
  @Path("{id}")
  @Produces(MediaType.APPLICATION_JSON)
  public RunView get(@PathParam("id") String id) {
    return view(find(id));
  }

  private RunView view(RunRecord run) {
    return RunView.of(run, () -> suspensions.withDelegates(run.runId()), runs::states);
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

  @GET
  @Route(
      name = "summarizeRuns",
      summary = "The number of open runs of the operator's tenant by state.",
      answers = @Answer(Summary.class),
      refuses = "403 forbidden unusable_caller")
  @Path("summary")
  @Produces(MediaType.APPLICATION_JSON)
  public Summary summarize() {
    Caller caller = Callers.of(security);
    admin.require(caller);
    var unfinished = runs.unfinished(caller.tenant());
    return new Summary(unfinished.running(), unfinished.waiting(), unfinished.created());
  }

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
  @Path("{id}/wait")
  @Produces(MediaType.APPLICATION_JSON)
  public void await(
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
    Long millis = timeout == null ? null : QueryValues.number("timeout_ms", timeout);
    RunRecord run = find(id);
    return waits
        .await(run, millis, caller)
        .thenApply(waited -> new Waited(view(waited.run()), waited.timedOut()));
  }

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
  @Path("{id}/inputs")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces(MediaType.APPLICATION_JSON)
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
            service,
            new RunRequest(run.agentId(), run.threadId(), caller, messages)
                .as(mode)
                .once(IdempotencyHeader.of(key, "POST /v1/runs/" + id + "/inputs", wanted)),
            FieldNames.NATIVE);
    return new Sent("inputs_accepted", run.runId(), accepted.runId(), accepted.jobId());
  }

  /** Accepted when the decision is stored; the run's events report the result. */
  @POST
  @Route(
      name = "decideRun",
      summary = "Decides a suspended call of a run; repeating a decision returns the stored one.",
      answers = @Answer(status = 202, value = DecisionView.class),
      refuses = {
        "403 not_an_approver unusable_caller",
        "404 run_not_found suspension_not_found",
        "409 suspension_closed suspension_expired other_suspension other_arguments"
      })
  @Path("{id}/decision")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces(MediaType.APPLICATION_JSON)
  public Response decide(@PathParam("id") String id, SubmitDecision body) {
    return Response.accepted(decided(id, body)).build();
  }

  DecisionView decided(String id, SubmitDecision body) {
    var request = Bodies.required(body).toRequest(Callers.of(security));
    RunId run = PathIds.run(id);
    return DecisionView.of(decisions.decide(run, request, SuspensionView::of));
  }

  @GET
  @Route(
      name = "getRunState",
      summary =
          "The state of a run as of its last commit: values for clients and the run's"
              + " progress; for operators all values.",
      answers = @Answer(RunStateView.class),
      refuses = "404 run_not_found")
  @Path("{id}/state")
  @Produces(MediaType.APPLICATION_JSON)
  public RunStateView state(@PathParam("id") String id) {
    Caller caller = Callers.of(security);
    RunRecord run = PathIds.run(id, caller, runs);
    return RunStateView.of(run, threads.state(run.threadId(), run.runId()), shownTo(caller));
  }

  private Predicate<String> shownTo(Caller caller) {
    if (admin.has(caller)) {
      return key -> true;
    }
    Set<String> visible = registry.get().plugins().clientVisibleKeys();
    return key -> STATE_FOR_CLIENTS.contains(key) || visible.contains(key);
  }

  @GET
  @Route(
      name = "listRunCalls",
      summary = "The tool calls of a run, in the order of the model's requests.",
      answers = @Answer(RunCallsView.class),
      refuses = "404 run_not_found")
  @Path("{id}/calls")
  @Produces(MediaType.APPLICATION_JSON)
  public RunCallsView calls(
      @PathParam("id") String id,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String cursor) {
    RunId run = find(id).runId();
    return RunCallsView.of(run, runs.calls(run), new Paging(null, limit, cursor));
  }

  private RunRecord find(String id) {
    return PathIds.run(id, Callers.of(security), runs);
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

  /**
   * The result.
   *
   * @param runId the run that was addressed
   * @param acceptedRunId the run that receives the messages
   * @param jobId the job created for that; null if the run had already started
   */
  @Schema(name = "RunInputsResourceSent") // The published name, kept for generated clients.
  record Sent(
      @Required String status, @Required RunId runId, @Required RunId acceptedRunId, JobId jobId) {}

  /** Counts of executing, waiting and queued runs. */
  @Schema(name = "RunSummaryResourceSummary") // As published.
  record Summary(long running, long waiting, long created) {}

  /** The result of a cancellation. */
  @Schema(name = "CancelView")
  record CancelView(@Required String status, @Required RunId runId) {

    static CancelView of(CancelResult result, RunId runId) {
      return switch (result) {
        case REQUESTED -> new CancelView("cancel_requested", runId);
        case ENDED -> new CancelView("cancelled", runId);
        case ALREADY_DONE -> new CancelView("already_done", runId);
        case NOT_FOUND -> throw new IllegalArgumentException("already refused");
      };
    }
  }
}
