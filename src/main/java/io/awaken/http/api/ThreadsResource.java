package io.awaken.http.api;

import io.awaken.core.commit.ThreadStore;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Ownership;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;

/** Threads and their messages (features section 3.1). */
@Path("threads")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ThreadsResource {

  @Inject ThreadStore threads;
  @Inject Ids ids;
  @Context SecurityContext security;

  /** Creates a thread; its parent, if it names one, must be there. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Response create(CreateThread body, @Context UriInfo uri) {
    CreateThread wanted = Bodies.required(body).checked();
    Caller caller = Callers.of(security);
    ThreadId parent = wanted.parent();
    if (parent != null && !visible(parent, caller)) {
      throw CreateThread.noParent(wanted.parentThreadId()).exception();
    }
    ThreadRecord created =
        threads.create(
            new ThreadId(ids.next()), caller, wanted.title(), wanted.resourceId(), parent);
    return Response.created(uri.getAbsolutePathBuilder().path(created.id().value()).build())
        .entity(ThreadView.of(created))
        .build();
  }

  @GET
  @Path("{id}")
  public Response get(@PathParam("id") String id) {
    return Response.ok(ThreadView.of(find(id))).build();
  }

  /** A page of the conversation, oldest first. */
  @GET
  @Path("{id}/messages")
  public Response messages(
      @PathParam("id") String id,
      @QueryParam("limit") String limit,
      @QueryParam("after") String after,
      @QueryParam("cursor") String cursor,
      @QueryParam("visibility") String visibility) {
    ThreadRecord thread = find(id);
    var page = MessagePage.of(thread.id(), new MessagePage.Query(limit, after, cursor, visibility));
    var found =
        threads
            .messages(
                new io.awaken.core.commit.MessageQuery(
                    thread.id(),
                    io.awaken.core.commit.MessageQuery.Filter.ALL,
                    false,
                    page.after(),
                    0,
                    page.limit() + 1))
            .items();
    return Response.ok(MessagesView.of(page, found, thread.messageCount())).build();
  }

  private ThreadRecord find(String id) {
    return Ownership.visibleThread(
        PathIds.thread(id).flatMap(threads::find), id, Callers.of(security));
  }

  private boolean visible(ThreadId id, Caller caller) {
    return threads.find(id).filter(found -> caller.sees(found.tenant(), found.owner())).isPresent();
  }
}
