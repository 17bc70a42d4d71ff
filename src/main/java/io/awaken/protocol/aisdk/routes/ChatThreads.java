package io.awaken.protocol.aisdk.routes;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunStops;
import io.awaken.protocol.aisdk.history.ChatHistory;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** Operations on a conversation: reading its messages, and stopping it. Thread-safe. */
@Dependent
public class ChatThreads {

  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 200;

  private final ThreadStore threads;
  private final ChatHistory history;
  private final RunStops stops;

  @Inject
  public ChatThreads(ThreadStore threads, ChatHistory history, RunStops stops) {
    this.threads = threads;
    this.history = history;
    this.stops = stops;
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
}
