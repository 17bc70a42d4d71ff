package io.awaken.http.api.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.api.request.IdempotencyHeader;
import io.awaken.http.api.request.ModeNames;
import io.awaken.http.api.request.QueryValues;
import io.awaken.http.api.request.SupersedesField;
import io.awaken.http.api.run.AcceptedView;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.ServerLoader;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunStops;
import io.awaken.http.submit.thread.ChildStrategy;
import io.awaken.http.submit.thread.ThreadChanges;
import io.awaken.http.submit.thread.ThreadDeletions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
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
import jakarta.ws.rs.core.UriInfo;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Threads: create, list, read, change, delete; their messages; stop what they execute. */
@Path("threads")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ThreadsResource {

  @Inject ThreadStore threads;
  @Inject ThreadChanges changes;
  @Inject RunStore runs;
  @Inject ThreadDeletions deletions;
  @Inject Ids ids;
  @Inject RunService service;
  @Inject RunStops stops;
  @Context SecurityContext security;

  /** Returns a page of ids, newest first. */
  @GET
  @Route(
      name = "listThreads",
      summary = "The ids of the threads that the caller may read, newest first.",
      answers = @Answer(value = ThreadsView.class, of = ThreadId.class))
  public ThreadsView<ThreadId> list(@BeanParam ThreadParameters parameters) {
    return ThreadsView.of(parameters, Callers.of(security), threads, ThreadSummary::id);
  }

  /** Creates a thread; a named parent must exist. */
  @POST
  @Route(
      name = "createThread",
      summary = "Creates a thread; a named parent must exist.",
      answers = @Answer(status = 201, value = ThreadView.class))
  @Consumes(MediaType.APPLICATION_JSON)
  public Response create(CreateThread body, @Context UriInfo uri) {
    ThreadRecord created = created(body);
    return Response.created(uri.getAbsolutePathBuilder().path(created.id().value()).build())
        .entity(ThreadView.ofNew(created))
        .build();
  }

  ThreadRecord created(CreateThread body) {
    Caller caller = Callers.of(security);
    CreateThread wanted = Bodies.required(body).checked(caller);
    return changes.create(
        caller, wanted.title(), wanted.resourceId(), wanted.parent(caller), wanted.shares());
  }

  @GET
  @Route(
      name = "getThread",
      summary = "A thread as it is now.",
      answers = @Answer(ThreadView.class),
      refuses = "404 thread_not_found")
  @Path("{id}")
  public ThreadView get(@PathParam("id") String id) {
    return ThreadView.of(find(id, ThreadAction.READ), Callers.of(security), runs);
  }

  /** Changes the fields in the body. */
  @PATCH
  @Route(
      name = "patchThread",
      summary = "Changes the fields in the body; null clears one.",
      answers = @Answer(ThreadView.class),
      refuses = "404 thread_not_found")
  @Path("{id}")
  @Consumes(MediaType.APPLICATION_JSON)
  public ThreadView patch(@PathParam("id") String id, PatchThread body) {
    ThreadRecord thread = find(id, ThreadAction.WRITE);
    Caller caller = Callers.of(security);
    ThreadPatch patch = Bodies.required(body).toPatch(caller);
    if (patch.isEmpty()) {
      return ThreadView.of(thread, caller, runs);
    }
    return ThreadView.of(changes.update(thread.id(), caller, patch), caller, runs);
  }

  /** An alias of {@link #patch}. */
  @PATCH
  @Route(
      name = "patchThreadMetadata",
      summary = "An alias of patchThread.",
      answers = @Answer(ThreadView.class),
      refuses = "404 thread_not_found")
  @Path("{id}/metadata")
  @Consumes(MediaType.APPLICATION_JSON)
  public ThreadView patchMetadata(@PathParam("id") String id, PatchThread body) {
    return patch(id, body);
  }

  /**
   * Deletes the thread with all its data. Refused while a run of it is open, unless the request
   * cancels it; the answer then follows the end of the run. A wait counts as a stream and blocks no
   * thread.
   */
  @DELETE
  @Route(
      name = "deleteThread",
      summary =
          "Deletes a thread with all its data, if it has no open run or the run is" + " cancelled.",
      answers = @Answer(status = 204),
      refuses = {
        "400 invalid_field has_children",
        "404 thread_not_found",
        "409 thread_busy too_many_threads",
        "429 too_many_streams"
      })
  @Path("{id}")
  public void delete(
      @PathParam("id") String id,
      @Described(
              value = "How to treat its child threads.",
              values = {"detach", "reject", "cascade"},
              fallback = "detach")
          @QueryParam("child_strategy")
          String children,
      @Described(
              value = "Whether to cancel open runs first.",
              type = boolean.class,
              fallback = "false")
          @QueryParam("cancel")
          String cancel,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    CompletionStage<Void> deletion = deleted(id, children, cancel);
    if (!deletion.toCompletableFuture().isDone()) {
      RequestGate.leaveToWait(request);
    }
    AsyncContext context = request.getAsyncContext();
    deletion.whenComplete(
        (nothing, failure) ->
            ServerLoader.resume(
                context,
                response::resume,
                failure == null ? Response.noContent().build() : ErrorAnswers.of(failure, ids)));
  }

  CompletionStage<Void> deleted(String id, String children, String cancel) {
    ChildStrategy strategy = strategy(children);
    boolean cancels = QueryValues.flag("cancel", cancel);
    return deletions.delete(find(id, ThreadAction.WRITE), strategy, cancels, Callers.of(security));
  }

  private static ChildStrategy strategy(String text) {
    if (text == null) {
      return ChildStrategy.DETACH;
    }
    return QueryValues.oneOf(
        "child_strategy",
        text,
        ChildStrategy.values(),
        each -> each.name().toLowerCase(Locale.ROOT));
  }

  /** Returns a page of the conversation, by default oldest first. */
  @GET
  @Route(
      name = "listMessages",
      summary = "A page of the conversation, by default oldest first.",
      answers = @Answer(MessagesView.class),
      refuses = "404 thread_not_found")
  @Path("{id}/messages")
  public MessagesView messages(
      @PathParam("id") String id, @BeanParam MessageParameters parameters) {
    return MessagesView.of(parameters, find(id, ThreadAction.READ).id(), threads);
  }

  /** Sends messages to the thread; the answer is not streamed. */
  @POST
  @Route(
      name = "sendMessages",
      summary = "Sends messages to the thread; the answer is not streamed.",
      answers = @Answer(status = 202, value = AcceptedView.class),
      refuses = {
        "404 thread_not_found message_not_found",
        "409 thread_busy inbox_full queue_full thread_full no_open_run idempotency_conflict"
            + " nothing_to_answer",
        "410 run_deleted",
        "413 message_too_large media_too_large",
        "415 unsupported_media_type",
        "429 too_many_submits"
      })
  @Path("{id}/messages")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response send(
      @PathParam("id") String id,
      @HeaderParam(IdempotencyHeader.NAME) String key,
      SendMessages body) {
    return Response.accepted(sent(id, key, body)).build();
  }

  AcceptedView sent(String id, String key, SendMessages body) {
    Caller caller = Callers.of(security);
    SendMessages wanted = Bodies.required(body);
    ThreadRecord thread = find(id, ThreadAction.WRITE);
    var messages = SupersedesField.messages(wanted.messages(), wanted.supersedes());
    var mode = ModeNames.forExisting(wanted.mode(), SubmitMode.INTERRUPT);
    var route = "POST /v1/threads/" + thread.id() + "/messages";
    String agent = DefaultAgent.ofThread(wanted.agentId(), thread, runs, caller, FieldNames.NATIVE);
    return AcceptedView.inBackground(
        service,
        SupersedesField.of(
            wanted.supersedes(),
            new RunRequest(agent, thread.id(), caller, messages)
                .as(mode)
                .once(IdempotencyHeader.of(key, route, wanted))),
        FieldNames.NATIVE);
  }

  /** Also accepted if there is nothing to stop, with counts of zero. */
  @POST
  @Route(
      name = "interruptThread",
      summary =
          "Clears a thread: cancels queued and waiting runs and asks the running one to stop.",
      answers = @Answer(status = 202, value = InterruptView.class),
      refuses = "404 thread_not_found")
  @Path("{id}/interrupt")
  public Response interrupt(@PathParam("id") String id) {
    return Response.accepted(interrupted(id)).build();
  }

  InterruptView interrupted(String id) {
    Caller caller = Callers.of(security);
    ThreadId thread = PathIds.thread(id, caller);
    return InterruptView.of(thread, stops.interrupt(thread, caller));
  }

  /** Also accepted if there is nothing to cancel; then it names no run. */
  @POST
  @Route(
      name = "cancelThread",
      summary = "Cancels the thread's open run, or else its latest run.",
      answers = @Answer(status = 202, value = Cancelled.class),
      refuses = "404 thread_not_found")
  @Path("{id}/cancel")
  public Response cancel(@PathParam("id") String id) {
    return Response.accepted(cancelled(id)).build();
  }

  Cancelled cancelled(String id) {
    Caller caller = Callers.of(security);
    ThreadRecord thread = find(id, ThreadAction.WRITE);
    return new Cancelled(
        "cancel_requested", thread.id(), stops.cancel(thread, caller).orElse(null));
  }

  private ThreadRecord find(String id, ThreadAction action) {
    return PathIds.thread(id, Callers.of(security), threads, action);
  }

  /**
   * The result.
   *
   * @param runId null if there was nothing to cancel
   */
  @Schema(name = "ThreadCancelResourceCancelled")
  record Cancelled(@Required String status, @Required ThreadId threadId, RunId runId) {}

  /**
   * The result of an interruption.
   *
   * @param supersededJobs cancelled jobs of the queue
   * @param newGeneration of the thread
   * @param activeRunId the running run that was asked to stop; null without one
   */
  @Schema(name = "InterruptView")
  record InterruptView(
      @Required String status,
      @Required ThreadId threadId,
      int supersededJobs,
      long newGeneration,
      RunId activeRunId) {

    static InterruptView of(ThreadId thread, Interrupted done) {
      return new InterruptView(
          "interrupt_requested", thread, done.superseded(), done.generation(), done.stopping());
    }
  }
}
