package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.Deadline;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.run.Caller;
import io.awaken.core.text.WholeText;
import io.awaken.core.tool.ModelRefused;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolProgress;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A tool call in a session, until 2025-11-25. It runs on a thread of its own, since the server may
 * send an elicitation and continue when it is answered, long after the calling run has stopped
 * waiting (features row 1132). Thread-safe.
 */
final class SessionCall implements MessageHandler {

  /** Maximum total time that a call waits for users. */
  static final Duration HOLD = Duration.ofMinutes(15);

  /** Maximum unread requests of one call. */
  private static final int MAX_UNHEARD = 16;

  /** An event of the call. */
  sealed interface Event {}

  /** The response arrived. */
  record Done(Response response) implements Event {}

  /** The call failed without a response. */
  record Broken(McpException why) implements Event {}

  /** The server asks a user. */
  record Asked(Request request) implements Event {}

  /** The server asks the model. */
  record Sampled(Request request) implements Event {}

  private final McpSession session;
  private final Caller caller;
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final ReentrantLock ending = new ReentrantLock();
  private final Deadline whole;
  private volatile MessageHandler progress;

  /** Of the current wait for an event; null before the first. */
  private volatile Deadline deadline;

  private volatile boolean asking;
  private volatile boolean over;

  // Guarded by ending.
  private Thread worker;

  /**
   * @param caller the user whose run makes the call
   */
  SessionCall(McpSession session, Caller caller, MessageHandler progress) {
    this(session, caller, progress, HOLD);
  }

  /**
   * @param hold maximum total time to wait for users
   */
  SessionCall(McpSession session, Caller caller, MessageHandler progress, Duration hold) {
    this.session = session;
    this.caller = caller;
    this.progress = progress;
    this.whole = session.deadline(hold);
  }

  /**
   * Starts the call; the caller waits by {@link #next}.
   *
   * @param calls stores it until it ends
   */
  SessionCall begin(Executor executor, String tool, ObjectNode params, OpenSessionCalls calls) {
    calls.add(this);
    executor.execute(
        () -> {
          Event last = work(tool, params);
          calls.remove(this, last instanceof Done);
          events.add(last);
        });
    return this;
  }

  private Event work(String tool, ObjectNode params) {
    ending.lock();
    try {
      if (over) {
        return new Broken(new McpException(Kind.CLOSED, "the call was cancelled"));
      }
      worker = Thread.currentThread();
    } finally {
      ending.unlock();
    }
    try {
      return new Done(session.ask("tools/call", tool, params, Map.of(), this, whole));
    } catch (McpException e) {
      boolean late = e.kind() == Kind.TIMEOUT;
      return new Broken(
          late ? new McpException(Kind.CLOSED, "it waited too long for a user", e) : e);
    } catch (InterruptedException e) {
      return new Broken(new McpException(Kind.CLOSED, "the call was cancelled", e));
    } catch (RuntimeException e) {
      return new Broken(new McpException(Kind.GARBAGE, "it sent an invalid message", e));
    } finally {
      ended();
    }
  }

  /** Clears the worker, so that a later interruption cannot hit the thread's next task. */
  private void ended() {
    ending.lock();
    try {
      over = true;
      worker = null;
      Thread.interrupted();
    } finally {
      ending.unlock();
    }
  }

  /**
   * Waits for the next event.
   *
   * @throws McpException when the request limit passes without event and progress; the call is
   *     cancelled
   * @throws InterruptedException when the run was asked to stop; the call is cancelled
   */
  Event next() throws McpException, InterruptedException {
    Deadline mine = session.deadline();
    deadline = mine;
    try {
      Event event = null;
      // Progress may restart the deadline while this waits.
      while (event == null) {
        event = events.poll(mine.left().toMillis() + 1, TimeUnit.MILLISECONDS);
      }
      asking = event instanceof Asked;
      return event;
    } catch (McpException | InterruptedException e) {
      giveUp();
      throw e;
    }
  }

  /** Sends a user's answer to the server, unless the call has ended. */
  void answer(Request question, ObjectNode reply) throws McpException, InterruptedException {
    answer(new Result(question.id(), reply));
  }

  /** Sends an answer. */
  void answer(Response answer) throws McpException, InterruptedException {
    asking = false;
    if (over) {
      return;
    }
    try {
      session.transport().send(answer);
    } catch (McpException e) {
      throw e.begun();
    } catch (InterruptedException e) {
      giveUp();
      throw e;
    }
  }

  /** Redirects progress to another inbox. */
  void redirectProgress(MessageHandler other) {
    progress = other;
  }

  McpSession session() {
    return session;
  }

  Caller caller() {
    return caller;
  }

  /** Returns whether it waits for a user. */
  boolean asking() {
    return asking;
  }

  /** Returns whether it has waited too long. */
  boolean tooOld() {
    return !whole.remaining().isPositive();
  }

  /** Cancels the call and notifies the server. */
  void giveUp() {
    ending.lock();
    try {
      over = true;
      if (worker != null) {
        worker.interrupt();
      }
    } finally {
      ending.unlock();
    }
  }

  @Override
  public void notified(Notification notification) {
    Deadline waiting = deadline;
    if (waiting != null && notification.method().equals(CallProgress.METHOD)) {
      waiting.restart();
    }
    progress.notified(notification);
  }

  @Override
  public Response asked(Request request) {
    if (request.method().equals(SamplingRequest.METHOD) && session.samples()) {
      return sampled(request);
    }
    if (!request.method().equals(Elicitation.METHOD)) {
      return MessageHandler.super.asked(request);
    }
    try {
      Elicitation.read(request.params());
    } catch (IllegalArgumentException e) {
      return new Failure(
          request.id(), new JsonRpcError(JsonRpcError.INVALID_PARAMS, e.getMessage()));
    }
    if (over || events.size() >= MAX_UNHEARD) {
      return new Result(request.id(), Elicitation.dismissed());
    }
    asking = true;
    events.add(new Asked(request));
    return null;
  }

  /** While the call waits for a user, no run is active whose model could be asked. */
  private Response sampled(Request request) {
    if (over || asking || events.size() >= MAX_UNHEARD) {
      return Sampler.refusal(
          request, ModelRefused.NO_MODEL, "the call has ended, or waits for a user");
    }
    events.add(new Sampled(request));
    return null;
  }

  /** Publishes the server, tool and progress of a call to the run's readers. */
  static final class CallProgress implements MessageHandler {

    /** The activity type for server and tool (features row 1075). */
    static final String CALL = "mcp-call";

    /** The notification of progress. */
    static final String METHOD = "notifications/progress";

    private static final int MAX_MESSAGE = 1_000;

    private final ToolCallContext context;

    CallProgress(ToolCallContext context, String server, ListedTool tool) {
      this.context = context;
      context.reportActivity(
          CALL,
          JsonNodeFactory.instance
              .objectNode()
              .put("mcp.server", server)
              .put("mcp.tool", tool.name()));
    }

    @Override
    public void notified(Notification notification) {
      if (!notification.method().equals(METHOD)) {
        return;
      }
      JsonNode params = notification.params();
      double done = params.path("progress").asDouble(-1);
      double total = params.path("total").asDouble(-1);
      String message = params.path("message").asText(null);
      boolean whole = done >= 0 && total > 0 && done <= total;
      context.reportProgress(
          new ToolProgress(
              ProgressStatus.RUNNING,
              message == null ? null : WholeText.cut(message, MAX_MESSAGE),
              whole ? done / total : null,
              done >= 0 ? (Long) Math.round(done) : null,
              total > 0 ? (Long) Math.round(total) : null,
              null,
              null));
    }
  }
}
