package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.call.StandaloneCall;
import io.awaken.core.loop.call.StandaloneCalls;
import io.awaken.core.message.ToolResult;
import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.Caller;
import io.awaken.core.tool.LogLevel;
import io.awaken.core.tool.ToolActivity;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.stream.PendingResponse;
import io.awaken.http.stream.write.FrameFeed;
import io.awaken.http.submit.CallStreams;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Result;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Executes repeatable tool calls at once, without a run and without writing anything (features row
 * 1102). Thread-safe.
 */
public final class DirectCalls {

  private final OfferedTools offered;
  private final StandaloneCalls calls;
  private final CallStreams streams;

  /** Calls that their clients can cancel by message, by request key. */
  private final Map<Key, DirectCall> cancellable = new ConcurrentHashMap<>();

  public DirectCalls(OfferedTools offered, StandaloneCalls calls, CallStreams streams) {
    this.offered = offered;
    this.calls = calls;
    this.streams = streams;
  }

  /** A request id within a session. */
  public record Key(String session, JsonNode id) {}

  /**
   * A requested call.
   *
   * @param arguments an object
   * @param id of the request
   * @param progressToken identifies progress notifications; null for none
   * @param logs the minimum level of log messages; null for none
   * @param readsStreams whether the client accepts a stream as its answer
   * @param key identifies the request, for a client that may cancel it by message; null otherwise
   */
  public record Wish(
      RegisteredTool tool,
      JsonNode arguments,
      Caller caller,
      ProtocolVersion version,
      JsonNode id,
      JsonNode progressToken,
      LogLevel logs,
      boolean readsStreams,
      Key key) {}

  /**
   * Executes a call that needs no run; on the thread of the request, whose response is suspended.
   *
   * @return false when the call needs a run; nothing is answered then
   * @throws io.awaken.http.security.RefusedException 429 or 503 when the server is at capacity
   */
  public boolean execute(Wish wish, HttpServletRequest request, PendingResponse response) {
    Optional<ResolvedAgent> agent = offered.agent();
    Optional<StandaloneCalls.Admitted> admitted =
        agent.flatMap(one -> calls.admit(one, wish.tool(), wish.arguments(), wish.caller()));
    if (admitted.isEmpty()) {
      return false;
    }
    var call = new DirectCall(wish, streams.place(wish.caller(), request, response), this::forget);
    if (wish.key() != null) {
      cancellable.put(wish.key(), call);
    }
    call.begin(() -> calls.begin(admitted.get(), call));
    return true;
  }

  private void forget(DirectCall call) {
    if (call.key() != null) {
      cancellable.remove(call.key(), call);
    }
  }

  /**
   * Stops a call of this node.
   *
   * @return false when there is no such call
   */
  public boolean cancel(Key key) {
    DirectCall call = cancellable.get(key);
    if (call == null) {
      return false;
    }
    call.cancel();
    return true;
  }

  /**
   * One tool call without a run. It is answered with plain JSON, or with a stream if the client
   * requests progress or the call takes longer than {@link #PATIENCE}. Only a stream detects that
   * the client disconnects. Thread-safe.
   */
  static final class DirectCall implements StandaloneCall.Listener {

    /** Time after which an unanswered call becomes a stream. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    /** Bytes that may be buffered for a slow client: a result, and progress before it. */
    private static final int MAX_BYTES = 32 << 20;

    private final DirectCalls.Wish wish;
    private final CallStreams.Place place;
    private final Consumer<DirectCall> whenDone;
    private volatile StandaloneCall call;
    private FrameFeed feed;
    private ScheduledFuture<?> streamTimer;
    private boolean over;
    private boolean detached;
    private long progress;
    private final List<Notification> pending = new ArrayList<>();

    /**
     * @param whenDone called once, when the call is answered or its client is gone
     */
    DirectCall(DirectCalls.Wish wish, CallStreams.Place place, Consumer<DirectCall> whenDone) {
      this.wish = wish;
      this.place = place;
      this.whenDone = whenDone;
    }

    DirectCalls.Key key() {
      return wish.key();
    }

    /** Starts the call; on the thread of the request. */
    void begin(Supplier<StandaloneCall> made) {
      boolean reportsProgress = wish.readsStreams() && wish.progressToken() != null;
      if (reportsProgress) {
        detach();
        stream();
      }
      try {
        call = made.get();
      } catch (RuntimeException | Error e) {
        done(ToolResult.error(wish.tool().descriptor().id(), "the call could not be started"));
        throw e;
      }
      if (reportsProgress) {
        eventsAvailable();
      } else {
        waitWithoutThread();
      }
    }

    /** Releases the request's thread, and opens a stream after {@link #PATIENCE}. */
    private void waitWithoutThread() {
      synchronized (this) {
        if (over) {
          return;
        }
        detach();
        if (wish.readsStreams()) {
          streamTimer = place.after(PATIENCE, this::stream);
        }
      }
      eventsAvailable();
    }

    private synchronized void detach() {
      place.leave();
      detached = true;
    }

    private void stream() {
      FrameFeed opened;
      synchronized (this) {
        if (over || feed != null) {
          return;
        }
        opened = new FrameFeed("tool call", MAX_BYTES, this::ended);
        feed = opened;
      }
      place.stream(opened);
    }

    /** Since 2026-07-28 a disconnect cancels the call; before, the client may reconnect. */
    private void ended(StreamEnd why) {
      StandaloneCall running = call;
      if (why == StreamEnd.LEFT && wish.version().modern() && running != null) {
        running.stop();
        over();
      }
    }

    private synchronized boolean over() {
      if (over) {
        return false;
      }
      over = true;
      if (streamTimer != null) {
        streamTimer.cancel(false);
      }
      whenDone.accept(this);
      return true;
    }

    @Override
    public void eventsAvailable() {
      StandaloneCall running = call;
      if (running == null || !wish.readsStreams()) {
        return;
      }
      // Progress must grow, so messages are sent in the order in which they are drained.
      synchronized (this) {
        if (over) {
          return;
        }
        running.takeEvents().stream().flatMap(this::message).forEach(pending::add);
      }
      send();
    }

    private Stream<Notification> message(AgentEvent event) {
      if (event instanceof AgentEvent.ActivitySnapshot activity
          && activity.activityType().equals(ToolActivity.PROGRESS)) {
        return wish.progressToken() == null
            ? Stream.empty()
            : Stream.of(
                CallNotices.progress(wish.progressToken(), ++progress, CallNotices.text(activity)));
      }
      return CallNotices.log(event, wish.logs()).stream();
    }

    /** The first message opens a stream, once the request has released its thread. */
    private void send() {
      boolean first;
      synchronized (this) {
        first = detached && feed == null && !pending.isEmpty();
      }
      if (first) {
        stream();
      }
      synchronized (this) {
        if (feed != null && !over) {
          pending.forEach(notification -> feed.send(ToolAnswers.frame(notification)));
          pending.clear();
        }
      }
    }

    @Override
    public void done(ToolResult result) {
      eventsAvailable();
      FrameFeed streaming;
      synchronized (this) {
        if (!over()) {
          return;
        }
        streaming = feed;
      }
      var answer = new Result(wish.id(), ToolAnswers.of(result, wish.version()));
      if (streaming == null) {
        place.answer(ProtocolJson.bytes(JsonRpc.write(answer)));
      } else {
        streaming.send(ToolAnswers.frame(answer));
        streaming.complete();
      }
    }

    /** Cancels the call on the client's request; the request still needs an answer. */
    void cancel() {
      StandaloneCall running = call;
      if (running != null) {
        running.stop();
      }
      done(
          ToolResult.errorWithCode(
              wish.tool().descriptor().id(), "cancelled", "the call was cancelled"));
    }
  }
}
