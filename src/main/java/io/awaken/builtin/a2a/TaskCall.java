package io.awaken.builtin.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.a2a.A2aConnection.Method;
import io.awaken.builtin.a2a.A2aConnection.Within;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.RemoteWork;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.outbound.AddressRefused;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/**
 * Gets one answer of a remote agent: sends the message unless it was sent before, then follows the
 * task, over broken connections, until it ends or asks. For one thread.
 */
final class TaskCall {

  private static final Logger LOG = System.getLogger(A2aBackend.class.getName());

  /** Time to read a task that may have ended while no node followed it. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final A2aAgent agent;
  private final AgentCard card;
  private final A2aConnection connection;
  private final LlmListener listener;
  private final CancellationToken cancellation;
  private final RemoteWork work;
  private final TaskReader task;
  private final long sentAt;
  private final long deadline;

  TaskCall(
      A2aAgent agent,
      AgentCard card,
      A2aConnection connection,
      LlmListener listener,
      CancellationToken cancellation) {
    this.agent = agent;
    this.card = card;
    this.connection = connection;
    this.listener = listener;
    this.cancellation = cancellation;
    this.work = listener.remote();
    this.task = new TaskReader(listener, work.task().told());
    long now = agent.ports().clock().millis();
    this.sentAt = sentAt(work, now);
    Duration used = Duration.ofMillis(Math.max(0, now - sentAt));
    this.deadline = agent.ports().nanos().getAsLong() + agent.times().limit().minus(used).toNanos();
  }

  /** The time for an answer counts from the first time that its message was sent. */
  static long sentAt(RemoteWork work, long now) {
    Long known = work.task().sentAt();
    return known != null && work.messageId().equals(work.task().messageId()) ? known : now;
  }

  StreamResult answer(LlmRequest request)
      throws InferenceException, IOException, InterruptedException {
    try {
      NewInput input = NewInput.of(request);
      RemoteWork.Task known = work.task();
      boolean sent = work.messageId().equals(known.messageId());
      boolean nothingToSay = input.answers() && input.parts().isEmpty();
      if (known.taskId() == null || !sent && !nothingToSay) {
        send(input);
      } else {
        look();
      }
      follow();
      return result();
    } catch (A2aRefusal e) {
      throw failure(e);
    } catch (RunCancelled e) {
      if (e.reason() == CancellationToken.Reason.REQUESTED
          || e.reason() == CancellationToken.Reason.OVERDUE) {
        cancelTask();
      }
      throw e;
    }
  }

  /** Reads the task as it is now, unless its server is away. */
  private void look() throws A2aRefusal, IOException, InterruptedException {
    Duration left = Duration.ofNanos(deadline - agent.ports().nanos().getAsLong());
    Duration time = left.compareTo(LOOK) > 0 ? left : LOOK;
    try {
      task.task(connection.task(Method.GET, taskId(), new Within(time, cancellation)));
      store();
    } catch (A2aRefusal e) {
      if (!e.broken()) {
        throw e;
      }
    } catch (AddressRefused e) {
      throw e;
    } catch (IOException e) {
      cancellation.throwIfCancelled();
    }
  }

  /** The server may refuse for a while, and then has not accepted the message. */
  private void send(NewInput input)
      throws A2aRefusal, IOException, InferenceException, InterruptedException {
    var params = input.params(work.messageId(), work.task());
    while (true) {
      try {
        if (card.streaming()) {
          stream(Method.STREAM, "", params);
          if (task.taskId() == null && !task.state().settled()) {
            throw new IOException("its stream ended without an event");
          }
        } else {
          accept(connection.send(params, within()));
        }
        return;
      } catch (A2aRefusal e) {
        if (!e.passing()) {
          throw e;
        }
        if (task.taskId() != null) {
          return;
        }
        pause(e.retryAfter());
      } catch (AddressRefused e) {
        throw e;
      } catch (IOException e) {
        cancellation.throwIfCancelled();
        if (task.taskId() == null) {
          throw e;
        }
        return;
      }
    }
  }

  /** A broken connection is replaced as long as there is time. */
  private void follow() throws A2aRefusal, InferenceException, InterruptedException {
    boolean settled = task.state().settled();
    while (!settled) {
      try {
        if (card.streaming()) {
          stream(Method.SUBSCRIBE, taskId(), null);
        }
        if (!task.state().settled()) {
          pause(null);
          read();
        }
      } catch (A2aRefusal e) {
        boolean over = e.reason().equals("UNSUPPORTED_OPERATION");
        if (!e.broken() && !over) {
          throw e;
        }
        // The task may have ended before the subscription.
        recover(e.retryAfter());
      } catch (IOException e) {
        cancellation.throwIfCancelled();
        LOG.log(
            Level.INFO,
            "the connection to the agent {0} broke ({1}); its task is read again",
            agent.agentId(),
            e.getMessage());
        recover(null);
      }
      settled = task.state().settled();
    }
  }

  private void recover(Duration wait) throws A2aRefusal, InferenceException, InterruptedException {
    pause(wait);
    try {
      read();
    } catch (A2aRefusal e) {
      if (!e.broken()) {
        throw e;
      }
    } catch (IOException e) {
      cancellation.throwIfCancelled();
    }
  }

  private void stream(Method method, String taskId, ObjectNode params)
      throws A2aRefusal, IOException, InferenceException, InterruptedException {
    connection.stream(
        method,
        taskId,
        params,
        within(),
        event -> {
          accept(event);
          return !task.state().settled();
        });
  }

  private void read() throws A2aRefusal, IOException, InferenceException, InterruptedException {
    task.task(connection.task(Method.GET, taskId(), within()));
  }

  private void accept(JsonNode event) throws A2aRefusal {
    task.accept(event);
    store();
  }

  /** Stores the task before anything else is awaited. */
  private void store() {
    if (task.taskId() != null) {
      RemoteWork.Task now = task.work(work.messageId(), sentAt);
      if (!now.equals(work.task())) {
        work.begun(now);
      }
    }
  }

  private StreamResult result() throws A2aRefusal, InferenceException {
    work.told(task.toldWork(work.messageId()));
    return switch (task.state()) {
      case COMPLETED ->
          new StreamResult(task.content(), List.of(), null, StopReason.END_TURN, false);
      case INPUT_REQUIRED, AUTH_REQUIRED -> {
        List<ToolCall> calls = Questions.of(agent.agentId(), task);
        for (ToolCall call : calls) {
          listener.toolCallStart(call.id(), call.name());
          listener.toolCallDelta(call.id(), call.arguments().toString());
        }
        yield new StreamResult(task.content(), calls, null, StopReason.TOOL_USE, false);
      }
      case REJECTED -> throw ended(Kind.REMOTE_REJECTED);
      case CANCELED -> throw ended(Kind.REMOTE_CANCELED);
      default -> throw ended(Kind.REMOTE_FAILED);
    };
  }

  /** The note of the agent is for operators, since it may quote anything. */
  private InferenceException ended(Kind kind) {
    return new InferenceException(
        kind, "the agent " + agent.agentId() + " says: " + task.noteText(), null);
  }

  private InferenceException failure(A2aRefusal e) {
    if (e.unauthorized()) {
      return InferenceException.remote(Kind.REMOTE_REFUSED, "it refused the credentials");
    }
    return new InferenceException(
        e.reason().equals("VERSION_NOT_SUPPORTED") ? Kind.REMOTE_REFUSED : Kind.REMOTE_FAILED,
        "the agent %s refused (%s): %s".formatted(agent.agentId(), e.reason(), e.getMessage()),
        e);
  }

  private Within within() throws InferenceException {
    return new Within(left(), cancellation);
  }

  private void pause(Duration atLeast) throws InferenceException {
    Duration left = left();
    Duration wait = atLeast == null ? agent.times().poll() : atLeast;
    agent.ports().pause().await(wait.compareTo(left) < 0 ? wait : left, cancellation);
  }

  /** The remaining time; once it is over, the task is cancelled. */
  private Duration left() throws InferenceException {
    long left = deadline - agent.ports().nanos().getAsLong();
    if (left <= 0) {
      cancelTask();
      throw InferenceException.remote(
          Kind.REMOTE_TIMEOUT,
          "no answer within endpoint.timeout_ms (%d)".formatted(agent.times().limit().toMillis()));
    }
    return Duration.ofNanos(left);
  }

  /** The task; the one that another node knew until it is read. */
  private String taskId() {
    return task.taskId() == null ? work.task().taskId() : task.taskId();
  }

  private void cancelTask() {
    String id = taskId();
    if (id != null && !task.state().settled()) {
      new TaskCancel(agent, id).sendOnce();
    }
  }
}
