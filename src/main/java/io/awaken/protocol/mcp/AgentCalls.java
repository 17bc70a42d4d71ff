package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.security.Ownership;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.DisconnectListener;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.Refusals;
import io.awaken.http.submit.RequestKeys;
import io.awaken.http.submit.RunPlace;
import io.awaken.http.submit.RunStops;
import io.awaken.http.submit.RunStreams;
import io.awaken.protocol.mcp.call.CallEncoding;
import io.awaken.protocol.mcp.call.CallPosition;
import io.awaken.protocol.mcp.call.CallReading;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.protocol.mcp.call.Forms.ReplyNames;
import io.awaken.protocol.mcp.call.ToolAgent;
import io.awaken.rpc.JsonRpcError;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/**
 * Runs agents for MCP calls: each call is a durable run whose events are streamed as the answer.
 * Thread-safe; called on the thread of the request, whose response is suspended.
 */
@Dependent
public class AgentCalls {

  private static final FieldNames NAMES =
      new FieldNames(
          "name",
          "thread_id",
          "id",
          "Last-Event-ID",
          index -> "message",
          (index, part, field) -> "message",
          "tools");

  /** Used in place of the body: the same id returns the same run, whatever the body says. */
  private static final byte[] ANY_BODY = {};

  private final RunStreams streams;
  private final RunService service;
  private final RunStops stops;
  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final StreamThreads threads;

  @Inject
  public AgentCalls(
      RunStreams streams,
      RunService service,
      RunStops stops,
      RunStore runs,
      SuspensionStore suspensions,
      StreamThreads threads) {
    this.streams = streams;
    this.service = service;
    this.stops = stops;
    this.runs = runs;
    this.suspensions = suspensions;
    this.threads = threads;
  }

  /**
   * Starts the run of a call and streams its answer.
   *
   * @param key identifies the call, so that a repeated call starts no second run; null for one that
   *     cannot be repeated
   */
  void begin(OfferedAgents.Call call, String key, CallReading reading, McpRequest http) {
    RunRequest request = runRequest(call, key, http.caller());
    var onDisconnect = onDisconnect(http.caller(), reading);
    var accepted =
        streams.begin(
            request,
            NAMES,
            new CallEncoding(reading, onDisconnect),
            http.suspended(),
            http.response());
    onDisconnect.of(accepted.runId());
  }

  private static RunRequest runRequest(OfferedAgents.Call call, String key, Caller caller) {
    RunRequest request =
        new RunRequest(
                call.agent().id(), call.thread(), caller, List.of(Message.user(call.message())))
            .as(SubmitMode.REJECT)
            .by(delivery(call.agent(), caller));
    return key == null ? request : request.once(keyOf(key));
  }

  /** A tool call is a run that the server itself requests from its internal agent. */
  private static Delivery delivery(AgentSpec agent, Caller caller) {
    return ToolAgent.is(agent.id())
        ? Delivery.USUAL.from(RunOrigin.INTERNAL, caller.signature())
        : Delivery.USUAL;
  }

  /**
   * Starts the run of a call without a reader; it is queued when this node is full.
   *
   * @param key see {@link #begin}
   * @return the stored run
   */
  RunId inBackground(OfferedAgents.Call call, String key, Caller caller) {
    return Refusals.named(NAMES, () -> service.background(runRequest(call, key, caller))).runId();
  }

  private static IdempotencyKey keyOf(String key) {
    return RequestKeys.of("id", "POST /v1/mcp", key, ANY_BODY);
  }

  /** Cancels the run of a call; does nothing if the call started none. */
  void cancel(String key, Caller caller) {
    var asked =
        new RunRequest("?", null, caller, List.of(Message.user("?")))
            .as(SubmitMode.REJECT)
            .once(keyOf(key));
    service.before(asked).ifPresent(run -> stops.cancel(run.runId(), caller));
  }

  /**
   * Resumes a stream that the client was reading.
   *
   * @return false when the client has read everything
   */
  boolean resume(CallPosition place, CallReading reading, McpRequest http) {
    RunRecord run = visible(place.run(), http.caller());
    boolean read =
        run.status() == RunStatus.DONE
            && place.cursor().sequence() >= streams.end(run.runId()).sequence();
    return !read && attach(place.run(), place.cursor(), reading, http);
  }

  private RunRecord visible(RunId run, Caller caller) {
    return Ownership.seen(runs.find(run), caller)
        .orElseThrow(() -> Refusal.notFound("run", run.value()).exception());
  }

  private boolean attach(RunId run, Cursor from, CallReading reading, McpRequest http) {
    var onDisconnect = onDisconnect(http.caller(), reading);
    onDisconnect.of(run);
    return streams.attach(
        new RunPlace(run, from, Cursor::toString, NAMES),
        http.caller(),
        new CallEncoding(reading, onDisconnect),
        http.suspended(),
        http.response());
  }

  /**
   * Records a client's answers to a run's suspensions and streams the continuation, or the open
   * suspensions if the run still waits.
   *
   * @param replies the answers by suspension
   * @param reading how the client reads the answer
   */
  void continueRun(
      RunId run, Replies replies, CallReading reading, QuestionAnswers answers, McpRequest http) {
    visible(run, http.caller());
    Cursor from = streams.end(run);
    answer(run, replies, answers, http.caller());
    if (!attach(run, from, reading.after(from.sequence()), http)) {
      // The run still waits: its last event repeats the open suspensions.
      Cursor before = new Cursor(from.epoch(), from.sequence() - 1);
      if (!attach(run, before, reading.after(before.sequence()), http)) {
        throw McpFailure.inBand(JsonRpcError.INTERNAL_ERROR, "the run has no answer");
      }
    }
  }

  /**
   * Records a client's answers to a run's suspensions; other answers change nothing.
   *
   * @param run one that the caller may see
   * @param replies the answers by suspension
   */
  void answer(RunId run, Replies replies, QuestionAnswers answers, Caller caller) {
    List<SuspensionRecord> open =
        suspensions.ofRun(run).stream()
            .filter(question -> question.status() == SuspensionStatus.OPEN && question.ofPeople())
            .toList();
    var names = new ReplyNames(open.size());
    for (SuspensionRecord question : open) {
      String id = question.ticket().suspension().id();
      answers.answer(question, replies.client(), request -> replies.to(id, request, names), caller);
    }
  }

  /** The last committed event of a run; streams for the client start after it. */
  Cursor end(RunId run) {
    return streams.end(run);
  }

  /** Streams the events of a live run after a cursor. */
  void follow(RunId run, Cursor from, CallReading reading, McpRequest http) {
    if (!attach(run, from, reading, http)) {
      throw McpFailure.inBand(JsonRpcError.INTERNAL_ERROR, "the run has no answer");
    }
  }

  /** The suspension with this id; empty when there is none that the caller may see. */
  Optional<SuspensionRecord> question(RunId run, String id, Caller caller) {
    return suspensions.ofRun(run).stream()
        .filter(question -> question.seenBy(caller))
        .filter(question -> question.ticket().suspension().id().equals(id))
        .reduce((first, last) -> last);
  }

  /** Cancels the run when its client disconnects, as MCP requires since 2026-07-28. */
  private DisconnectListener onDisconnect(Caller caller, CallReading reading) {
    return new DisconnectListener(
        reading.version().modern(), run -> stops.cancel(run, caller), threads.blocking());
  }

  /**
   * A client's replies to the requests of an earlier result, since 2026-07-28.
   *
   * @param inputs the replies by request name; unknown names change nothing
   * @param client its capabilities
   */
  record Replies(JsonNode inputs, ClientAbilities client) {

    /**
     * The reply to a question, or to one of its requests.
     *
     * @param request null for the question itself
     * @return null for none
     */
    JsonNode to(String question, String request, ReplyNames names) {
      return inputs.get(request == null ? question : names.of(question, request));
    }
  }
}
