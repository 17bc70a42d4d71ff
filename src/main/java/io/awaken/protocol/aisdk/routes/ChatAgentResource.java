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
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;

/** The chat routes for one agent (features row 237). */
@Path("ai-sdk/agents/{id}/runs")
@ApplicationScoped
public class ChatAgentResource {

  @Inject Chats chats;
  @Inject ChatReaders readers;
  @Context SecurityContext security;

  /** Sends a message to the agent, or answers suspensions. */
  @POST
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
    chats.post(ChatBody.ofAgent(body, id), Callers.of(security), key, exchange);
  }

  /** Streams the current answer from its start; 204 if there is none. */
  @GET
  @Path("{chat}/stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void stream(
      @PathParam("chat") String chat,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    readers.ofThread(chat, Callers.of(security), new Chats.Exchange(request, response::resume));
  }
}
