package io.awaken.http.api;

import io.awaken.core.run.Caller;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.upstream.ToolServerDesk;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** MCP servers, for operators (features row 1077). */
@Path("mcp-servers")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ToolServersResource {

  @Inject ToolServerDesk desk;
  @Inject AdminRole admin;
  @Context SecurityContext security;

  /** Idempotent; agents get the tool within seconds. */
  @POST
  @Path("{id}/tools/{name}/approve")
  @Route(
      name = "approveTool",
      summary =
          "Approves a tool of a server as it is now, so that agents may be given it; for"
              + " operators.",
      answers = @Answer(Approved.class),
      refuses = {
        "403 forbidden unusable_caller",
        "404 tool_not_found",
        "409 tool_changed tool_fixed"
      })
  @Consumes(MediaType.APPLICATION_JSON)
  public Response approve(
      @PathParam("id") String id,
      @Described(value = "The tool as its server calls it.", max = 128) @PathParam("name")
          String name,
      ApproveTool body) {
    return Response.ok(approved(id, name, body)).build();
  }

  Approved approved(String id, String name, ApproveTool body) {
    String hash = Bodies.required(body).hash();
    Caller caller = Callers.of(security);
    admin.require(caller);
    if (hash == null) {
      throw Refusal.missing("hash").exception();
    }
    desk.approve(id, name, hash, caller);
    return new Approved(id, name);
  }

  /**
   * The version to approve.
   *
   * @param hash of the inspected tool, from {@code GET /v1/system/info}
   */
  record ApproveTool(@Required String hash) {}

  /**
   * The approved tool.
   *
   * @param server the id of the server
   * @param tool as the server calls it
   */
  record Approved(@Required String server, @Required String tool) {}
}
