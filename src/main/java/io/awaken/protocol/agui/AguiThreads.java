package io.awaken.protocol.agui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.event.Cursor;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.Exchange;
import io.awaken.http.stream.RunPauses;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunPlace;
import io.awaken.http.submit.RunStops;
import io.awaken.http.submit.RunStreams;
import io.awaken.protocol.agui.event.AguiEncoding;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.event.FramePosition;
import io.awaken.protocol.agui.event.MessagesJson;
import io.awaken.protocol.agui.event.RunNames;
import io.awaken.protocol.agui.request.ClientIds;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads and interrupts threads: reconnects clients to their runs, an extension of the protocol
 * (features row 176), and gives the messages of a thread. Thread-safe.
 */
@Dependent
public class AguiThreads {

  private final ThreadStore threads;
  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final EventLog log;
  private final RunStreams streams;
  private final RunService service;
  private final RunStops stops;

  @Inject
  public AguiThreads(
      ThreadStore threads,
      RunStore runs,
      SuspensionStore suspensions,
      EventLog log,
      RunStreams streams,
      RunService service,
      RunStops stops) {
    this.threads = threads;
    this.runs = runs;
    this.suspensions = suspensions;
    this.log = log;
    this.streams = streams;
    this.service = service;
    this.stops = stops;
  }

  /**
   * Streams the run that holds the thread, else the latest run; answers 204 if there is none.
   *
   * @param lastEventId null to read from the start
   */
  void stream(String id, String lastEventId, Dialect dialect, Caller caller, Exchange exchange) {
    ThreadSnapshot snapshot = snapshot(id, caller);
    if (snapshot.run() == null) {
      exchange.noContent();
      return;
    }
    var names = new RunNames(id, snapshot.run().value(), null, dialect);
    Cursor start = new RunPauses(log).last(snapshot.run());
    var target = new Target(snapshot, snapshot.run(), start, names, Set.of());
    attach(target, lastEventId, caller, exchange);
  }

  /**
   * Streams a run.
   *
   * @param names the client's ids of thread and run; the run also by the id of the server
   * @param lastEventId null to read from the start
   */
  void stream(RunNames names, String lastEventId, Caller caller, Exchange exchange) {
    Target target = target(snapshot(names.threadId(), caller), names, caller);
    attach(target, lastEventId, caller, exchange);
  }

  /**
   * The run to stream.
   *
   * @param start where the protocol run begins
   * @param known calls whose results began the protocol run
   */
  private record Target(
      ThreadSnapshot snapshot, RunId run, Cursor start, RunNames names, Set<String> known) {}

  private ThreadSnapshot snapshot(String id, Caller caller) {
    return ThreadSnapshot.of(ClientIds.thread(id, caller), caller, threads, suspensions);
  }

  private Target target(ThreadSnapshot snapshot, RunNames names, Caller caller) {
    String decision = ClientIds.decision(names.runId());
    List<SuspensionRecord> decided =
        snapshot.questions().stream()
            .filter(each -> each.decision() != null)
            .filter(each -> decision.equals(each.decision().decisionId()))
            .toList();
    if (!decided.isEmpty()) {
      RunId run = snapshot.run();
      var pauses = new RunPauses(log);
      Cursor start =
          pauses
              .resumed(run, Set.of(decided.getFirst().callId()))
              .orElseGet(() -> pauses.last(run));
      return new Target(snapshot, run, start, names, ofClient(decided));
    }
    return began(snapshot, names, caller)
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

  private Optional<RunId> began(ThreadSnapshot snapshot, RunNames names, Caller caller) {
    var asked =
        new RunRequest(DefaultAgent.USUAL, snapshot.thread(), caller, List.of(Message.user("?")))
            .once(ClientIds.key(snapshot.thread(), names.runId()));
    return service.before(asked).map(accepted -> accepted.runId());
  }

  private Optional<RunId> own(ThreadSnapshot snapshot, String id) {
    return PathIds.possibleRun(id)
        .flatMap(runs::find)
        .filter(run -> run.threadId().equals(snapshot.thread()))
        .map(RunRecord::runId);
  }

  private void attach(Target target, String lastEventId, Caller caller, Exchange exchange) {
    FramePosition place = place(target, lastEventId);
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
            new RunPlace(target.run(), place.from(), Cursor::toString, RequestFieldNames.PLAIN),
            caller,
            new AguiEncoding(reading),
            exchange.request(),
            exchange.response());
    if (!attached) {
      exchange.noContent();
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

  private static FramePosition place(Target target, String lastEventId) {
    if (lastEventId == null || lastEventId.isEmpty()) {
      return new FramePosition(target.start(), 0);
    }
    return FramePosition.parse(lastEventId)
        .filter(place -> place.from().sequence() >= target.start().sequence())
        .orElseThrow(
            () ->
                Refusal.invalid(
                        "Last-Event-ID", "Last-Event-ID must come from a stream of this run")
                    .exception());
  }

  /** The newest messages in the protocol's format, and the open suspensions of the thread's run. */
  byte[] messages(String id, Dialect dialect, Caller caller) {
    ThreadId thread = ClientIds.thread(id, caller);
    if (threads.find(thread).isEmpty()) {
      throw Refusal.notFound("thread", id).exception();
    }
    var snapshot = ThreadSnapshot.of(thread, caller, threads, suspensions);
    return MessagesJson.thread(id, snapshot.history(), snapshot.open(), dialect);
  }

  /** Cancels the waiting and queued runs of the thread and asks the running one to stop. */
  byte[] interrupt(String id, Caller caller) throws IOException {
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
