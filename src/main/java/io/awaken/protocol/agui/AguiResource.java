package io.awaken.protocol.agui;

import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Callers;
import io.awaken.http.stream.Exchange;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.event.RunNames;
import io.awaken.protocol.agui.request.RunInput;
import io.awaken.protocol.agui.request.RunInputs;
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
 * The AG-UI routes (features row 239). One class, since a server searches only the class whose path
 * matches best.
 */
@Path("ag-ui")
@ApplicationScoped
public class AguiResource {

  @Inject AguiRuns runs;
  @Inject AguiThreads threads;
  @Context SecurityContext security;

  /** Runs the thread's agent, or the default agent on a new thread. */
  @POST
  @Path("run")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
  public void run(
      InputStream body, @Context HttpServletRequest request, @Suspended AsyncResponse response)
      throws IOException {
    post(body, null, null, new Exchange(request, response::resume));
  }

  /** Runs the agent in the path. */
  @POST
  @Path("agents/{id}/runs")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
  public void runOfAgent(
      @PathParam("id") String id,
      InputStream body,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response)
      throws IOException {
    post(body, null, id, new Exchange(request, response::resume));
  }

  /** Starts a run on the thread with its latest agent, else with the default agent. */
  @POST
  @Path("threads/{id}/runs")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
  public void runOnThread(
      @PathParam("id") String id,
      InputStream body,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response)
      throws IOException {
    post(body, id, null, new Exchange(request, response::resume));
  }

  private void post(InputStream body, String thread, String agent, Exchange exchange)
      throws IOException {
    RunInput input = RunInputs.read(ProtocolJson.object(body), thread);
    runs.post(input, agent, Callers.of(security), exchange);
  }

  /** Streams the run that holds the thread, else the latest run. */
  @GET
  @Path("threads/{id}/stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void streamOfThread(
      @PathParam("id") String id,
      @HeaderParam("Last-Event-ID") String lastEventId,
      @QueryParam("protocolVersion") String version,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    threads.stream(
        id,
        lastEventId,
        Dialect.of(version),
        Callers.of(security),
        new Exchange(request, response::resume));
  }

  /** Streams a run by the client's run id or the server's. */
  @GET
  @Path("threads/{id}/runs/{run}/stream")
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void streamOfRun(
      @PathParam("id") String id,
      @PathParam("run") String run,
      @HeaderParam("Last-Event-ID") String lastEventId,
      @QueryParam("protocolVersion") String version,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    threads.stream(
        new RunNames(id, run, null, Dialect.of(version)),
        lastEventId,
        Callers.of(security),
        new Exchange(request, response::resume));
  }

  /** The newest messages in the protocol's format, and the open suspensions of the thread's run. */
  @GET
  @Path("threads/{id}/messages")
  @Produces(MediaType.APPLICATION_JSON)
  public Response messages(
      @PathParam("id") String id, @QueryParam("protocolVersion") String version) {
    return Response.ok(threads.messages(id, Dialect.of(version), Callers.of(security))).build();
  }

  /** Cancels the waiting and queued runs of the thread and asks the running one to stop. */
  @POST
  @Path("threads/{id}/interrupt")
  @Produces(MediaType.APPLICATION_JSON)
  public Response interrupt(@PathParam("id") String id) throws IOException {
    return Response.accepted(threads.interrupt(id, Callers.of(security))).build();
  }
}
