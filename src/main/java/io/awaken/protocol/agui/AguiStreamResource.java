package io.awaken.protocol.agui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.event.Cursor;
import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunAcceptance;
import io.awaken.http.submit.RunPlace;
import io.awaken.http.submit.RunStreams;
import io.awaken.protocol.agui.event.AguiEncoding;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.event.Place;
import io.awaken.protocol.agui.event.RunNames;
import io.awaken.protocol.agui.request.ClientIds;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Routes that reconnect a client to a run; an extension of the protocol (features row 176). */
@Path("ag-ui/threads/{id}")
@Produces(MediaType.SERVER_SENT_EVENTS)
@ApplicationScoped
public class AguiStreamResource {

  @Inject ThreadStore threads;
  @Inject RunStore runs;
  @Inject SuspensionStore suspensions;
  @Inject EventLog log;
  @Inject RunStreams streams;
  @Inject RunAcceptance acceptance;
  @Context SecurityContext security;

  /** Streams the run that holds the thread, else the latest run. */
  @GET
  @Path("stream")
  public void ofThread(
      @PathParam("id") String id,
      @HeaderParam("Last-Event-ID") String lastEventId,
      @QueryParam("protocolVersion") String version,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    ThreadSnapshot snapshot = snapshot(id);
    if (snapshot.run() == null) {
      response.resume(Response.noContent().build());
      return;
    }
    var names = new RunNames(id, snapshot.run().value(), null, Dialect.of(version));
    Cursor start = new RunBounds(log).last(snapshot.run());
    var target = new Target(snapshot, snapshot.run(), start, names, Set.of());
    attach(target, lastEventId, request, response);
  }

  /** Streams a run by the client's run id or the server's. */
  @GET
  @Path("runs/{run}/stream")
  public void ofRun(
      @PathParam("id") String id,
      @PathParam("run") String run,
      @HeaderParam("Last-Event-ID") String lastEventId,
      @QueryParam("protocolVersion") String version,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    var names = new RunNames(id, run, null, Dialect.of(version));
    attach(target(snapshot(id), names), lastEventId, request, response);
  }

  /**
   * The run to stream.
   *
   * @param start where the protocol run begins
   * @param known calls whose results began the protocol run
   */
  private record Target(
      ThreadSnapshot snapshot, RunId run, Cursor start, RunNames names, Set<String> known) {}

  private ThreadSnapshot snapshot(String id) {
    Caller caller = Callers.of(security);
    return ThreadSnapshot.of(ClientIds.thread(id, caller), caller, threads, suspensions);
  }

  private Target target(ThreadSnapshot snapshot, RunNames names) {
    String decision = ClientIds.decision(names.runId());
    List<SuspensionRecord> decided =
        snapshot.questions().stream()
            .filter(each -> each.decision() != null)
            .filter(each -> decision.equals(each.decision().decisionId()))
            .toList();
    if (!decided.isEmpty()) {
      RunId run = snapshot.run();
      Cursor start = new RunBounds(log).resumed(run, decided.getFirst().callId());
      return new Target(snapshot, run, start, names, ofClient(decided));
    }
    return began(snapshot, names)
        .or(() -> own(snapshot, names.runId()))
        .map(run -> new Target(snapshot, run, Cursor.START, names, Set.of()))
        .orElseThrow(() -> Refusal.notFound("run", names.runId()).exception());
  }

  private static Set<String> ofClient(List<SuspensionRecord> decided) {
    return decided.stream()
        .filter(ThreadSnapshot::frontend)
        .map(SuspensionRecord::callId)
        .collect(Collectors.toSet());
  }

  private Optional<RunId> began(ThreadSnapshot snapshot, RunNames names) {
    var asked =
        new RunRequest(
                DefaultAgent.USUAL,
                snapshot.thread(),
                Callers.of(security),
                List.of(Message.user("?")))
            .once(ClientIds.key(snapshot.thread(), names.runId()));
    return acceptance.before(asked).map(accepted -> accepted.runId());
  }

  private Optional<RunId> own(ThreadSnapshot snapshot, String id) {
    return PathIds.possibleRun(id)
        .flatMap(runs::find)
        .filter(run -> run.threadId().equals(snapshot.thread()))
        .map(RunRecord::runId);
  }

  private void attach(
      Target target, String lastEventId, HttpServletRequest request, AsyncResponse response) {
    Place place = place(target, lastEventId);
    boolean anew = lastEventId == null || lastEventId.isEmpty();
    var reading =
        new AguiEncoding.Reading(
            target.snapshot().named(target.names()),
            target.start().sequence(),
            place,
            target.snapshot().before(target.run()),
            anew ? Set.of() : target.known(),
            anew,
            anew ? shared(target.snapshot()) : null,
            ThreadSnapshot.decided(target.snapshot().questions()));
    boolean attached =
        streams.attach(
            new RunPlace(target.run(), place.from(), Cursor::toString, Names.PLAIN),
            Callers.of(security),
            new AguiEncoding(reading),
            request,
            response::resume);
    if (!attached) {
      response.resume(Response.noContent().build());
    }
  }

  /**
   * The shared state of the thread, which a run does not publish to the page that sent it; null for
   * none.
   */
  private JsonNode shared(ThreadSnapshot snapshot) {
    String key = RuntimeKeys.SHARED_STATE.name();
    JsonNode stored =
        threads.state(snapshot.thread(), snapshot.run()).thread().extensions().get(key);
    return stored == null ? null : JsonNodeFactory.instance.objectNode().set(key, stored);
  }

  private static Place place(Target target, String lastEventId) {
    if (lastEventId == null || lastEventId.isEmpty()) {
      return new Place(target.start(), 0);
    }
    return Place.parse(lastEventId)
        .filter(place -> place.from().sequence() >= target.start().sequence())
        .orElseThrow(
            () ->
                Refusal.invalid(
                        "Last-Event-ID", "Last-Event-ID must come from a stream of this run")
                    .exception());
  }
}
