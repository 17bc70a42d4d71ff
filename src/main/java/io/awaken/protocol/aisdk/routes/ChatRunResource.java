package io.awaken.protocol.aisdk.routes;

import io.awaken.http.security.Callers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;

/** Streams of runs by id, under both paths (features row 237). */
@Path("ai-sdk")
@ApplicationScoped
public class ChatRunResource {

  @Inject ChatReaders readers;
  @Context SecurityContext security;

  /** Streams the run's earlier and new events. */
  @GET
  @Path("runs/{id}/stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void stream(
      @PathParam("id") String id,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    readers.ofRun(id, Callers.of(security), new Chats.Exchange(request, response::resume));
  }

  /** An alias. */
  @GET
  @Path("streams/{id}")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void alias(
      @PathParam("id") String id,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    stream(id, request, response);
  }
}
