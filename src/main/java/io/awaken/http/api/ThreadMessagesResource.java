package io.awaken.http.api;

import io.awaken.core.commit.ThreadStore;
import io.awaken.core.run.ThreadRecord;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Ownership;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** The messages of a thread (features section 3.1). */
@Path("threads/{id}/messages")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ThreadMessagesResource {

  @Inject ThreadStore threads;
  @Context SecurityContext security;

  /** A page of the conversation, oldest first unless told otherwise. */
  @GET
  @Route(
      name = "listMessages",
      says = "A page of the conversation, oldest first unless told otherwise.",
      answers = @Answer(MessagesView.class),
      refuses = "404 thread_not_found")
  public Response list(@PathParam("id") String id, @BeanParam MessageParameters parameters) {
    return Response.ok(page(id, parameters.query())).build();
  }

  MessagesView page(String id, MessagePage.Query query) {
    ThreadRecord thread =
        Ownership.visibleThread(
            PathIds.thread(id).flatMap(threads::find), id, Callers.of(security));
    var page = MessagePage.of(thread.id(), query);
    return MessagesView.of(page, threads.messages(page.toQuery()));
  }
}
