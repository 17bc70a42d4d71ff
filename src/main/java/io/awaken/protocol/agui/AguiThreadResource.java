package io.awaken.protocol.agui;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.RunStops;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.event.ThreadJson;
import io.awaken.protocol.agui.request.ClientIds;
import io.awaken.protocol.agui.request.RunInput;
import io.awaken.protocol.agui.request.RunInputs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
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
 * Thread routes apart from streams (features row 239). A class with a longer path would hide routes
 * with this path in other classes.
 */
@Path("ag-ui/threads/{id}")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class AguiThreadResource {

  @Inject AguiRuns runs;
  @Inject ThreadStore threads;
  @Inject SuspensionStore suspensions;
  @Inject RunStops stops;
  @Context SecurityContext security;

  /** Starts a run on the thread with its latest agent, else with the default agent. */
  @POST
  @Path("runs")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces({MediaType.SERVER_SENT_EVENTS, MediaType.APPLICATION_JSON})
  public void run(
      @PathParam("id") String id,
      InputStream body,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response)
      throws IOException {
    RunInput input = RunInputs.read(ProtocolJson.object(body), id);
    runs.post(input, null, Callers.of(security), new AguiRuns.Exchange(request, response::resume));
  }

  /** The newest messages in the protocol's format, and the open suspensions of the thread's run. */
  @GET
  @Path("messages")
  public Response messages(
      @PathParam("id") String id, @QueryParam("protocolVersion") String version) {
    return Response.ok(json(id, version)).build();
  }

  byte[] json(String id, String version) {
    Caller caller = Callers.of(security);
    ThreadId thread = ClientIds.thread(id, caller);
    if (threads.find(thread).isEmpty()) {
      throw Refusal.notFound("thread", id).exception();
    }
    var snapshot = ThreadSnapshot.of(thread, caller, threads, suspensions);
    return ThreadJson.bytes(id, snapshot.history(), snapshot.open(), Dialect.of(version));
  }

  /** Cancels the waiting and queued runs of the thread and asks the running one to stop. */
  @POST
  @Path("interrupt")
  public Response interrupt(@PathParam("id") String id) throws IOException {
    return Response.accepted(interrupted(id)).build();
  }

  byte[] interrupted(String id) throws IOException {
    Caller caller = Callers.of(security);
    Interrupted done = stops.interrupt(ClientIds.thread(id, caller), caller);
    var answer = ProtocolJson.mapper().createObjectNode();
    answer.put("status", "interrupt_requested").put("threadId", id);
    answer.put("supersededJobs", done.superseded());
    if (done.stopping() != null) {
      answer.put("awakenRunId", done.stopping().value());
    }
    return ProtocolJson.bytes(answer);
  }
}
