package io.awaken.protocol.aisdk.routes;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.Exchange;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunPlace;
import io.awaken.http.submit.RunStops;
import io.awaken.http.submit.RunStreams;
import io.awaken.protocol.aisdk.request.ChatFields;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads, follows and stops conversations. Reconnecting readers get the message from its start,
 * because chat clients discard what they have of it. Thread-safe.
 */
@Dependent
public class ChatThreads {

  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 200;

  private final ThreadStore threads;
  private final RunStore runs;
  private final ChatHistory history;
  private final RunStops stops;
  private final RunStreams streams;
  private final ServerTools tools;

  @Inject
  public ChatThreads(
      ThreadStore threads,
      RunStore runs,
      ChatHistory history,
      RunStops stops,
      RunStreams streams,
      ServerTools tools) {
    this.threads = threads;
    this.runs = runs;
    this.history = history;
    this.stops = stops;
    this.streams = streams;
    this.tools = tools;
  }

  /** The confirmation of a stop. */
  record Stopped(String status, String threadId, String runId) {}

  /** A page of messages, the newest by default. */
  Response messages(String id, Caller caller, String cursor, String limit) {
    ThreadId thread = visible(id, caller, ThreadAction.READ).id();
    Long before = cursor == null ? null : number("cursor", cursor);
    int max =
        limit == null ? DEFAULT_LIMIT : (int) Math.clamp(number("limit", limit), 1L, MAX_LIMIT);
    return Response.ok(history.page(thread, before, max), MediaType.APPLICATION_JSON_TYPE).build();
  }

  private static long number(String field, String text) {
    try {
      return Math.clamp(Long.parseLong(text), 0, Long.MAX_VALUE - 1);
    } catch (NumberFormatException e) {
      throw Refusal.invalid(field, field + " must be a whole number").exception();
    }
  }

  /** Cancels the run that holds the thread. */
  Response cancel(String id, Caller caller) {
    ThreadRecord thread = visible(id, caller, ThreadAction.WRITE);
    RunId run = stops.cancel(thread, caller).orElse(null);
    return accepted("cancel_requested", thread.id(), run);
  }

  /** Cancels queued and waiting runs, too. */
  Response interrupt(String id, Caller caller) {
    ThreadId thread = visible(id, caller, ThreadAction.WRITE).id();
    return accepted("interrupt_requested", thread, stops.interrupt(thread, caller).stopping());
  }

  private static Response accepted(String status, ThreadId thread, RunId run) {
    var stopped = new Stopped(status, thread.value(), run == null ? null : run.value());
    return Response.accepted(ProtocolJson.bytes(stopped))
        .type(MediaType.APPLICATION_JSON_TYPE)
        .build();
  }

  private ThreadRecord visible(String id, Caller caller, ThreadAction action) {
    return PathIds.thread(id, caller, threads, action);
  }

  /**
   * Streams the run that holds a thread. Answers 204 without a run or a thread: a page asks before
   * it has sent anything.
   */
  void streamThread(String id, Caller caller, Exchange exchange) {
    Optional<RunRecord> open =
        PathIds.possibleThread(id, caller)
            .flatMap(threads::find)
            .filter(thread -> thread.access().allows(caller, ThreadAction.READ))
            .flatMap(this::open)
            .filter(run -> run.readableBy(caller));
    if (open.isPresent()) {
      attach(open.get(), caller, exchange);
    } else {
      exchange.noContent();
    }
  }

  private Optional<RunRecord> open(ThreadRecord thread) {
    return Stream.of(thread.openRunId(), thread.latestRunId())
        .filter(run -> run != null)
        .distinct()
        .flatMap(run -> runs.find(run).stream())
        .filter(run -> run.status() != RunStatus.DONE)
        .findFirst();
  }

  /**
   * Streams a run, even if it has ended.
   *
   * @throws io.awaken.http.security.RefusedException 404 when the caller sees no such run
   */
  void streamRun(String id, Caller caller, Exchange exchange) {
    attach(PathIds.run(id, caller, runs), caller, exchange);
  }

  private void attach(RunRecord run, Caller caller, Exchange exchange) {
    var place = RunPlace.beginning(run.runId(), ChatFields.NAMES);
    boolean follows =
        streams.attach(
            place, caller, tools.encoding(run.agentId()), exchange.request(), exchange.response());
    if (!follows) {
      exchange.noContent();
    }
  }
}
