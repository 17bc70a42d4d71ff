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
 * The calls of one server that are under way in a session on this node, and those of them whose run
 * waits for a person. What nobody asks for again is given up in time. Thread-safe.
 */
final class OpenCalls implements Inbox {

  /** Calls of one server that may wait for people at a time. */
  static final int MAX_HELD = 100;

  private static final Logger LOG = System.getLogger(McpServers.class.getName());

  private final String server;
  private final Consumer<Notification> listener;
  private final Set<SessionCall> working = ConcurrentHashMap.newKeySet();
  private final Map<String, Held> held = new ConcurrentHashMap<>();

  /**
   * A call and what it asks.
   *
   * @param question what the answer belongs to
   */
  record Held(SessionCall call, Request question) {}

  /**
   * @param listener takes what the server says about itself
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
   * Keeps a call for a run that waits.
   *
   * @param name no other call has it; an earlier attempt of the same one is given up
   * @return whether it is kept: not when too many are
   */
  boolean hold(String name, SessionCall call, Request question) {
    if (held.size() >= MAX_HELD) {
      LOG.log(
          Level.WARNING,
          "server of tools {0} asks people in more than {1} calls at a time; the question of one"
              + " more is dismissed",
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

  /** A call that was kept, to go on with; null when this node has it no more, or never had it. */
  Held take(String name) {
    return held.remove(name);
  }

  /** Gives up what has waited for too long. */
  void tidy() {
    held.values()
        .removeIf(
            each -> {
              boolean old = each.call().tooOld();
              if (old) {
                each.call().giveUp();
                LOG.log(
                    Level.INFO,
                    "a call of server {0} waited {1} for a person and is given up; an answer that"
                        + " comes later finds it lost",
                    server,
                    SessionCall.HOLD);
              }
              return old;
            });
  }

  @Override
  public void notified(Notification said) {
    listener.accept(said);
  }

  /** A question outside of any call's stream is that of the only call it can come from. */
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
        "server of tools {0} asks while {1} calls are at work, so that nobody knows whose question"
            + " it is; it is dismissed",
        server,
        candidates.size());
    return samples
        ? Sampler.refusal(request, ModelRefused.NO_MODEL, "it is not known which call asks")
        : new Result(request.id(), Elicitation.dismissed());
  }
}
