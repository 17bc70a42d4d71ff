package io.awaken.protocol.aisdk.routes;

import io.awaken.http.security.Callers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
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
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;

/** Chat routes for one thread, independent of the client's chat id (features row 237). */
@Path("ai-sdk/threads/{id}")
@ApplicationScoped
public class ChatThreadResource {

  @Inject Chats chats;
  @Inject ChatReaders readers;
  @Inject ChatThreads threads;
  @Context SecurityContext security;

  /** Sends a message to the thread, or answers its suspensions. */
  @POST
  @Path("runs")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
  public void post(
      @PathParam("id") String id,
      InputStream body,
      @HeaderParam("Idempotency-Key") String key,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response)
      throws IOException {
    var exchange = new Chats.Exchange(request, response::resume);
    chats.post(ChatBody.inThread(body, id), Callers.of(security), key, exchange);
  }

  /** Streams the current answer from its start; 204 if there is none. */
  @GET
  @Path("stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void stream(
      @PathParam("id") String id,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    readers.ofThread(id, Callers.of(security), new Chats.Exchange(request, response::resume));
  }

  /** An alias for a client that posts to {@code runs}. */
  @GET
  @Path("runs/{chat}/stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void resume(
      @PathParam("id") String id,
      @PathParam("chat") String chat,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    stream(id, request, response);
  }

  /** The newest messages of the thread. */
  @GET
  @Path("messages")
  @Produces(MediaType.APPLICATION_JSON)
  public Response messages(
      @PathParam("id") String id,
      @QueryParam("cursor") String cursor,
      @QueryParam("limit") String limit) {
    return threads.messages(id, Callers.of(security), cursor, limit);
  }

  /** Cancels the current answer; closing its stream does not. */
  @POST
  @Path("cancel")
  @Produces(MediaType.APPLICATION_JSON)
  public Response cancel(@PathParam("id") String id) {
    return threads.cancel(id, Callers.of(security));
  }

  /** Cancels the current answer and everything queued behind it. */
  @POST
  @Path("interrupt")
  @Produces(MediaType.APPLICATION_JSON)
  public Response interrupt(@PathParam("id") String id) {
    return threads.interrupt(id, Callers.of(security));
  }
}
