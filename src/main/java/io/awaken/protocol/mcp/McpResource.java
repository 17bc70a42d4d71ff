package io.awaken.protocol.mcp;

import io.awaken.http.security.Callers;
import io.awaken.http.security.ScopeNeeded;
import io.awaken.protocol.mcp.request.McpAnswers;
import io.awaken.protocol.mcp.request.McpRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;

/**
 * The one URL of the MCP server, for clients of both eras (features row 243). One for all requests,
 * as is the server behind it: made anew for each, they took a fifth of the time of a call.
 */
@Path(McpRoutes.PATH)
@ScopeNeeded
@ApplicationScoped
public class McpResource {

  @Inject McpServer server;

  /** A message of a client. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces({MediaType.APPLICATION_JSON, MediaType.SERVER_SENT_EVENTS})
  public void post(
      InputStream body,
      @BeanParam SentHeaders headers,
      @Context SecurityContext security,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    server.post(body, asked(security, headers, request, response));
  }

  /** The rest of a stream, or the notices of a session, until 2025-11-25; later clients get 405. */
  @GET
  @Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
  public void get(
      @HeaderParam("Last-Event-ID") String lastEventId,
      @BeanParam SentHeaders headers,
      @Context SecurityContext security,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    server.resume(lastEventId, asked(security, headers, request, response));
  }

  /** Sessions end by themselves: there is nothing of them that a client could end. */
  @DELETE
  @Produces(MediaType.APPLICATION_JSON)
  public Response delete() {
    return McpAnswers.of(null, LegacyEra.notOffered());
  }

  private static McpRequest asked(
      SecurityContext security,
      SentHeaders headers,
      HttpServletRequest request,
      AsyncResponse response) {
    return new McpRequest(Callers.of(security), headers.read(), request, response);
  }
}
