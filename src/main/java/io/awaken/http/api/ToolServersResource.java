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
import io.awaken.http.submit.RunDecisions;
import io.awaken.http.submit.upstream.ToolServerAdmin;
import io.awaken.http.submit.upstream.ToolServerGrants;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * MCP servers: operators approve their tools, people grant access to them (features rows 1077,
 * 1145, 1147).
 */
@Path("mcp-servers")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ToolServersResource {

  @Inject ToolServerAdmin servers;
  @Inject AdminRole admin;
  @Inject ToolServerGrants grants;
  @Inject RunDecisions decisions;
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
  public Approved approve(
      @PathParam("id") String id,
      @Described(value = "The tool as its server calls it.", max = 128) @PathParam("name")
          String name,
      ApproveTool body) {
    String hash = Bodies.required(body).hash();
    Caller caller = Callers.of(security);
    admin.require(caller);
    if (hash == null) {
      throw Refusal.missing("hash").exception();
    }
    servers.approve(id, name, hash, caller);
    return new Approved(id, name);
  }

  /** Each link is valid once, for a day, and for the caller who requested it. */
  @POST
  @Path("{id}/authorize")
  @Route(
      name = "authorizeServer",
      summary = "The link by which an operator grants access to an MCP server, for all.",
      answers = @Answer(Link.class),
      refuses = {"403 forbidden unusable_caller", "404 server_not_found", "409 not_available"})
  public Link authorize(@PathParam("id") String id) {
    Caller caller = Callers.of(security);
    admin.require(caller);
    return new Link(id, grants.authorize(id, caller));
  }

  /** A repeated request is refused: a state is valid once. */
  @GET
  @Path("oauth/callback")
  @Route(
      name = "grantAccess",
      summary =
          "Receives an authorization server's answer through the caller's browser, stores the"
              + " token, and resumes the call that waited for it.",
      answers = @Answer(Granted.class),
      refuses = {
        "400 invalid_state invalid_answer access_denied no_token not_available unknown_server",
        "403 unusable_caller"
      })
  public Response callback(@BeanParam GrantParameters answer) {
    return Response.ok(granted(answer)).header("Cache-Control", "no-store").build();
  }

  Granted granted(GrantParameters answer) {
    ToolServerGrants.Granted granted =
        grants.granted(Callers.of(security), answer.given(), decisions);
    return new Granted(
        granted.server(), granted.run() == null ? null : granted.run().value(), granted.call());
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

  /**
   * A link for granting access.
   *
   * @param server the id of the server
   * @param url to open in a browser
   */
  @Schema(name = "ToolServerGrantsResourceLink")
  record Link(@Required String server, @Required String url) {}

  /**
   * Granted access.
   *
   * @param server the id of the server
   * @param runId the run that waited for it
   * @param toolCallId its call
   */
  @Schema(name = "ToolServerGrantsResourceGranted")
  record Granted(
      @Required String server,
      @Described(value = "The run that waited for it.") String runId,
      @Described(value = "Its call.") String toolCallId) {}
}
