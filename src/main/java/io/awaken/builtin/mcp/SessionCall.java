package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.question.Elicitation;
import io.awaken.builtin.mcp.transport.Inbox;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.core.tool.ModelRefused;
import io.awaken.mcp.JsonRpcError;
import io.awaken.mcp.JsonRpcMessage.Failure;
import io.awaken.mcp.JsonRpcMessage.Notification;
import io.awaken.mcp.JsonRpcMessage.Request;
import io.awaken.mcp.JsonRpcMessage.Response;
import io.awaken.mcp.JsonRpcMessage.Result;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A call of a tool in a session, until 2025-11-25: it works on a thread of its own, since the
 * server may ask a person meanwhile and goes on when it is answered, long after whoever called has
 * stopped waiting (features row 1132). Thread-safe.
 */
final class SessionCall implements Inbox {

  /** How long a call may wait for people, in all. */
  static final Duration HOLD = Duration.ofMinutes(15);

  /** Questions of one call that nobody has heard yet. */
  private static final int MAX_UNHEARD = 16;

  /** What happened. */
  sealed interface Event {}

  /** The response is there. */
  record Done(Response response) implements Event {}

  /** There will be none. */
  record Broken(McpException why) implements Event {}

  /** The server asks a person. */
  record Asked(Request request) implements Event {}

  /** The server asks the model. */
  record Sampled(Request request) implements Event {}

  private final McpSession session;
  private final Duration hold;
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final ReentrantLock ending = new ReentrantLock();
  private final long begin = System.nanoTime();
  private volatile Inbox progress;
  private volatile boolean asking;
  private volatile boolean over;

  // Guarded by ending.
  private Thread worker;

  SessionCall(McpSession session, Inbox progress) {
    this(session, progress, HOLD);
  }

  /**
   * @param hold how long it may wait for people, in all
   */
  SessionCall(McpSession session, Inbox progress, Duration hold) {
    this.session = session;
    this.progress = progress;
    this.hold = hold;
  }

  /** Begins; whoever asked for it waits by {@link #next}. */
  SessionCall begin(Executor executor, String tool, ObjectNode params, Runnable end) {
    executor.execute(
        () -> {
          Event last = work(tool, params);
          end.run();
          events.add(last);
        });
    return this;
  }

  private Event work(String tool, ObjectNode params) {
    ending.lock();
    try {
      if (over) {
        return new Broken(new McpException(Kind.CLOSED, "nobody waits for it any more"));
      }
      worker = Thread.currentThread();
    } finally {
      ending.unlock();
    }
    try {
      Duration all = session.limit().plus(hold);
      return new Done(session.ask("tools/call", tool, params, Map.of(), this, all));
    } catch (McpException e) {
      boolean late = e.kind() == Kind.TIMEOUT;
      return new Broken(
          late ? new McpException(Kind.CLOSED, "it waited too long for a person", e) : e);
    } catch (InterruptedException e) {
      return new Broken(new McpException(Kind.CLOSED, "nobody waits for it any more", e));
    } catch (RuntimeException e) {
      return new Broken(new McpException(Kind.GARBAGE, "what it sent cannot be taken", e));
    } finally {
      ended();
    }
  }

  /** The thread may be another task's next, which nobody is to interrupt. */
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
   * Waits for what happens next.
   *
   * @throws McpException when nothing does within the limit of a request; the call is given up
   * @throws InterruptedException when the run was asked to stop; the call is given up
   */
  Event next() throws McpException, InterruptedException {
    try {
      Event event = events.poll(session.limit().toMillis(), TimeUnit.MILLISECONDS);
      if (event == null) {
        giveUp();
        throw new McpException(
            Kind.TIMEOUT, "it did not answer within " + session.limit().toMillis() + " ms");
      }
      asking = event instanceof Asked;
      return event;
    } catch (InterruptedException e) {
      giveUp();
      throw e;
    }
  }

  /** Tells the server what a person said; nothing when it has stopped waiting for that. */
  void answer(Request question, ObjectNode reply) throws McpException, InterruptedException {
    answer(new Result(question.id(), reply));
  }

  /** The same with whatever the answer is. */
  void answer(Response answer) throws McpException, InterruptedException {
    asking = false;
    if (over) {
      return;
    }
    try {
      session.transport().say(answer);
    } catch (InterruptedException e) {
      giveUp();
      throw e;
    }
  }

  /** Progress is told to others from now on. */
  void tell(Inbox other) {
    progress = other;
  }

  /** Whether it waits for a person. */
  boolean asking() {
    return asking;
  }

  /** Whether it has waited for too long. */
  boolean tooOld() {
    return System.nanoTime() - begin > session.limit().plus(hold).toNanos();
  }

  /** Nobody wants its result any more; the server is told. */
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
  public void notified(Notification said) {
    progress.notified(said);
  }

  @Override
  public Response asked(Request request) {
    if (request.method().equals(SamplingRequest.METHOD) && session.samples()) {
      return sampled(request);
    }
    if (!request.method().equals(Elicitation.METHOD)) {
      return Inbox.super.asked(request);
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

  /** While the call waits for a person there is no run whose model could be asked. */
  private Response sampled(Request request) {
    if (over || asking || events.size() >= MAX_UNHEARD) {
      return Sampler.refusal(
          request, ModelRefused.NO_MODEL, "the call is over, or waits for a person");
    }
    events.add(new Sampled(request));
    return null;
  }
}
