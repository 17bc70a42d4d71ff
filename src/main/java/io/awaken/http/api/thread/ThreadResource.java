package io.awaken.http.api.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.api.error.ErrorAnswers;
import io.awaken.http.api.request.PageLimits;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.ServerLoader;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.thread.ChildStrategy;
import io.awaken.http.submit.thread.ThreadChanges;
import io.awaken.http.submit.thread.ThreadDeletions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
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
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/** One thread. */
@Path("threads/{id}")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ThreadResource {

  @Inject ThreadStore threads;
  @Inject RunStore runs;
  @Inject ThreadChanges changes;
  @Inject ThreadDeletions deletions;
  @Inject Ids ids;
  @Context SecurityContext security;

  @GET
  @Route(
      name = "getThread",
      summary = "A thread as it is now.",
      answers = @Answer(ThreadView.class),
      refuses = "404 thread_not_found")
  public Response get(@PathParam("id") String id) {
    return Response.ok(view(id)).build();
  }

  ThreadView view(String id) {
    return ThreadView.of(find(id, ThreadAction.READ), Callers.of(security), runs);
  }

  /** Changes the fields in the body. */
  @PATCH
  @Route(
      name = "patchThread",
      summary = "Changes the fields in the body; null clears one.",
      answers = @Answer(ThreadView.class),
      refuses = "404 thread_not_found")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response patch(@PathParam("id") String id, PatchThread body) {
    return Response.ok(changed(id, body)).build();
  }

  /** An alias of {@link #patch}. */
  @PATCH
  @Route(
      name = "patchThreadMetadata",
      summary = "An alias of patchThread.",
      answers = @Answer(ThreadView.class),
      refuses = "404 thread_not_found")
  @Path("metadata")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response patchMetadata(@PathParam("id") String id, PatchThread body) {
    return patch(id, body);
  }

  ThreadView changed(String id, PatchThread body) {
    ThreadRecord thread = find(id, ThreadAction.WRITE);
    Caller caller = Callers.of(security);
    ThreadPatch patch = Bodies.required(body).toPatch(caller);
    if (patch.isEmpty()) {
      return ThreadView.of(thread, caller, runs);
    }
    return ThreadView.of(changes.update(thread.id(), caller, patch), caller, runs);
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
    boolean cancels = PageLimits.flag("cancel", cancel);
    return deletions.delete(find(id, ThreadAction.WRITE), strategy, cancels, Callers.of(security));
  }

  private static ChildStrategy strategy(String text) {
    if (text == null) {
      return ChildStrategy.DETACH;
    }
    PageLimits.oneOf("child_strategy", text, "detach", "reject", "cascade");
    return ChildStrategy.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private ThreadRecord find(String id, ThreadAction action) {
    return PathIds.thread(id, Callers.of(security), threads, action);
  }
}
