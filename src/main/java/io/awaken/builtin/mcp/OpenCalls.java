package io.awaken.builtin.mcp;

import io.awaken.builtin.mcp.question.Elicitation;
import io.awaken.builtin.mcp.transport.Inbox;
import io.awaken.core.tool.ModelRefused;
import io.awaken.mcp.JsonRpcMessage.Notification;
import io.awaken.mcp.JsonRpcMessage.Request;
import io.awaken.mcp.JsonRpcMessage.Response;
import io.awaken.mcp.JsonRpcMessage.Result;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * One server's open session calls on this node, and those whose run waits for a user. Calls that
 * are not resumed in time are cancelled. Thread-safe.
 */
final class OpenCalls implements Inbox {

  /** Maximum calls of one server that wait for users. */
  static final int MAX_HELD = 100;

  private static final Logger LOG = System.getLogger(McpServers.class.getName());

  private final String server;
  private final Consumer<Notification> listener;
  private final Set<SessionCall> working = ConcurrentHashMap.newKeySet();
  private final Map<String, Held> held = new ConcurrentHashMap<>();

  /**
   * A call that waits for a user.
   *
   * @param question the request to answer
   */
  record Held(SessionCall call, Request question) {}

  /**
   * @param listener receives the server's notifications about itself
   */
  OpenCalls(String server, Consumer<Notification> listener) {
    this.server = server;
    this.listener = listener;
  }

  void add(SessionCall call) {
    working.add(call);
  }

  void remove(SessionCall call) {
    working.remove(call);
  }

  /**
   * Stores a call for a waiting run.
   *
   * @param name unique name of the call; an earlier attempt with this name is cancelled
   * @return false when too many calls are stored
   */
  boolean hold(String name, SessionCall call, Request question) {
    if (held.size() >= MAX_HELD) {
      LOG.log(
          Level.WARNING,
          "MCP server {0} has more than {1} calls that wait for users; dismissing its question",
          server,
          MAX_HELD);
      return false;
    }
    Held earlier = held.put(name, new Held(call, question));
    if (earlier != null) {
      earlier.call().giveUp();
    }
    return true;
  }

  /** Removes and returns a stored call; null when this node does not have it. */
  Held take(String name) {
    return held.remove(name);
  }

  /** Cancels calls that waited too long. */
  void cancelExpired() {
    held.values()
        .removeIf(
            each -> {
              boolean old = each.call().tooOld();
              if (old) {
                each.call().giveUp();
                LOG.log(
                    Level.INFO,
                    "cancelled a call of MCP server {0} that waited {1} for a user; a later answer"
                        + " is lost",
                    server,
                    SessionCall.HOLD);
              }
              return old;
            });
  }

  @Override
  public void notified(Notification notification) {
    listener.accept(notification);
  }

  /** Assigns a request outside of any call's stream to the only open call. */
  @Override
  public Response asked(Request request) {
    boolean samples = request.method().equals(SamplingRequest.METHOD);
    if (!samples && !request.method().equals(Elicitation.METHOD)) {
      return Inbox.super.asked(request);
    }
    List<SessionCall> candidates = working.stream().filter(call -> !call.asking()).toList();
    if (candidates.size() == 1) {
      return candidates.getFirst().asked(request);
    }
    LOG.log(
        Level.WARNING,
        "MCP server {0} asked a question while {1} calls are open, and the question names no call;"
            + " dismissing it",
        server,
        candidates.size());
    return samples
        ? Sampler.refusal(request, ModelRefused.NO_MODEL, "the request names no call")
        : new Result(request.id(), Elicitation.dismissed());
  }
}
