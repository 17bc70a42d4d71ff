package io.awaken.protocol.agui;

import io.awaken.core.run.Caller;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Callers;
import io.awaken.protocol.agui.AguiRuns.Exchange;
import io.awaken.protocol.agui.request.RunInput;
import io.awaken.protocol.agui.request.RunInputs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
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

/** AG-UI routes that start runs, apart from those of a thread (features row 239). */
@Path("ag-ui")
@Consumes(MediaType.APPLICATION_JSON)
@Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
@ApplicationScoped
public class AguiResource {

  @Inject AguiRuns runs;
  @Context SecurityContext security;

  /** Runs the thread's agent, or the default agent on a new thread. */
  @POST
  @Path("run")
  public void run(
      InputStream body, @Context HttpServletRequest request, @Suspended AsyncResponse response)
      throws IOException {
    post(body, null, new Exchange(request, response::resume));
  }

  /** Runs the agent in the path. */
  @POST
  @Path("agents/{id}/runs")
  public void runOfAgent(
      @PathParam("id") String id,
      InputStream body,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response)
      throws IOException {
    post(body, id, new Exchange(request, response::resume));
  }

  private void post(InputStream body, String agent, Exchange exchange) throws IOException {
    Caller caller = Callers.of(security);
    RunInput input = RunInputs.read(ProtocolJson.object(body), null);
    runs.post(input, agent, caller, exchange);
  }
}
