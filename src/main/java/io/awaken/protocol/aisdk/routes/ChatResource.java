package io.awaken.protocol.aisdk.routes;

import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.Exchange;
import io.awaken.protocol.aisdk.request.ChatRequest;
import io.awaken.protocol.aisdk.request.ChatRequests;
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

/**
 * The routes of the AI SDK (features row 237): by the client's chat id, by agent, by thread and by
 * run. One class, since a server searches only the class whose path matches best.
 */
@Path("ai-sdk")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ChatResource {

  @Inject Chats chats;
  @Inject ChatThreads threads;
  @Context SecurityContext security;

  /** Sends a message, or answers suspensions, and streams the result. */
  @POST
  @Path("chat")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
  public void post(
      InputStream body,
      @HeaderParam("Idempotency-Key") String key,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response)
      throws IOException {
    chats.post(read(body), Callers.of(security), key, new Exchange(request, response::resume));
  }

  /** Sends a message to the agent, or answers suspensions. */
  @POST
  @Path("agents/{id}/runs")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
  public void postToAgent(
      @PathParam("id") String id,
      InputStream body,
      @HeaderParam("Idempotency-Key") String key,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response)
      throws IOException {
    chats.post(
        ofAgent(body, id), Callers.of(security), key, new Exchange(request, response::resume));
  }

  /** Sends a message to the thread, whatever the client's chat id, or answers its suspensions. */
  @POST
  @Path("threads/{id}/runs")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
  public void postToThread(
      @PathParam("id") String id,
      InputStream body,
      @HeaderParam("Idempotency-Key") String key,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response)
      throws IOException {
    chats.post(
        inThread(body, id), Callers.of(security), key, new Exchange(request, response::resume));
  }

  /** Streams the current answer from its start; 204 if there is none. */
  @GET
  @Path("chat/{id}/stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void stream(
      @PathParam("id") String id,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    threads.streamThread(id, Callers.of(security), new Exchange(request, response::resume));
  }

  /** Streams the current answer of the thread. */
  @GET
  @Path("threads/{id}/stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void streamOfThread(
      @PathParam("id") String id,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    stream(id, request, response);
  }

  /** An alias for a client that posts to {@code runs} of a thread. */
  @GET
  @Path("threads/{id}/runs/{chat}/stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void streamOfThreadRuns(
      @PathParam("id") String id,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    stream(id, request, response);
  }

  /** An alias for a client that posts to {@code runs} of an agent. */
  @GET
  @Path("agents/{id}/runs/{chat}/stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void streamOfAgentRuns(
      @PathParam("chat") String chat,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    stream(chat, request, response);
  }

  /** Streams the run's earlier and new events. */
  @GET
  @Path("runs/{id}/stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void streamOfRun(
      @PathParam("id") String id,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    threads.streamRun(id, Callers.of(security), new Exchange(request, response::resume));
  }

  /** An alias. */
  @GET
  @Path("streams/{id}")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void runByStreamId(
      @PathParam("id") String id,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    streamOfRun(id, request, response);
  }

  /** The newest messages of the chat. */
  @GET
  @Path("chat/{id}/messages")
  public Response messages(
      @PathParam("id") String id,
      @QueryParam("cursor") String cursor,
      @QueryParam("limit") String limit) {
    return threads.messages(id, Callers.of(security), cursor, limit);
  }

  /** The newest messages of the thread. */
  @GET
  @Path("threads/{id}/messages")
  public Response messagesOfThread(
      @PathParam("id") String id,
      @QueryParam("cursor") String cursor,
      @QueryParam("limit") String limit) {
    return messages(id, cursor, limit);
  }

  /** Cancels the current answer; closing its stream does not. */
  @POST
  @Path("chat/{id}/cancel")
  public Response cancel(@PathParam("id") String id) {
    return threads.cancel(id, Callers.of(security));
  }

  /** Cancels the current answer of the thread. */
  @POST
  @Path("threads/{id}/cancel")
  public Response cancelThread(@PathParam("id") String id) {
    return cancel(id);
  }

  /** Cancels the current answer and everything queued behind it. */
  @POST
  @Path("chat/{id}/interrupt")
  public Response interrupt(@PathParam("id") String id) {
    return threads.interrupt(id, Callers.of(security));
  }

  /** Cancels the current answer of the thread and everything queued behind it. */
  @POST
  @Path("threads/{id}/interrupt")
  public Response interruptThread(@PathParam("id") String id) {
    return interrupt(id);
  }

  private static ChatRequest read(InputStream body) throws IOException {
    return ChatRequests.read(ProtocolJson.object(body));
  }

  /** Uses the thread in the path: a client may generate a chat id of its own. */
  private static ChatRequest inThread(InputStream body, String thread) throws IOException {
    ChatRequest read = read(body);
    return new ChatRequest(thread, read.agentId(), read.input(), read.tools());
  }

  /** Uses the agent in the path. */
  private static ChatRequest ofAgent(InputStream body, String agent) throws IOException {
    ChatRequest read = read(body);
    if (read.agentId() != null && !read.agentId().equals(agent)) {
      throw Refusal.invalid("agentId", "agentId must be that of the path").exception();
    }
    return new ChatRequest(read.threadId(), agent, read.input(), read.tools());
  }
}
