package io.awaken.http.api;

import io.awaken.core.run.Caller;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.RunDecisions;
import io.awaken.http.submit.upstream.ToolServerGrants;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** People grant access to MCP servers (features rows 1145, 1147). */
@Path("mcp-servers")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ToolServerGrantsResource {

  @Inject ToolServerGrants grants;
  @Inject RunDecisions decisions;
  @Inject AdminRole admin;
  @Context SecurityContext security;

  /** Each link is valid once, for a day, and for the caller who requested it. */
  @POST
  @Path("{id}/authorize")
  @Route(
      name = "authorizeServer",
      summary = "The link by which an operator grants access to an MCP server, for all.",
      answers = @Answer(Link.class),
      refuses = {"403 forbidden unusable_caller", "404 server_not_found", "409 not_available"})
  public Response authorize(@PathParam("id") String id) {
    return Response.ok(authorized(id)).build();
  }

  Link authorized(String id) {
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
   * A link for granting access.
   *
   * @param server the id of the server
   * @param url to open in a browser
   */
  record Link(@Required String server, @Required String url) {}

  /**
   * Granted access.
   *
   * @param server the id of the server
   * @param runId the run that waited for it
   * @param runId the run that waited for access
   */
  record Granted(
      @Required String server,
      @Described(value = "The run that waited for it.") String runId,
      @Described(value = "Its call.") String toolCallId) {}
}
