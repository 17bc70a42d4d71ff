package io.awaken.http.api.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.thread.ThreadChanges;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;

/** The threads that the caller may read. */
@Path("threads")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ThreadsResource {

  @Inject ThreadStore threads;
  @Inject ThreadChanges changes;
  @Context SecurityContext security;

  /** Returns a page of ids, newest first. */
  @GET
  @Route(
      name = "listThreads",
      summary = "The ids of the threads that the caller may read, newest first.",
      answers = @Answer(value = ThreadsView.class, of = ThreadId.class))
  public Response list(@BeanParam ThreadParameters parameters) {
    return Response.ok(page(parameters.query())).build();
  }

  ThreadsView<ThreadId> page(ThreadPage.Query query) {
    var page = ThreadPage.of(Callers.of(security), query);
    return ThreadsView.of(page, threads.list(page.toQuery()), ThreadSummary::id);
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
}
