package io.awaken.builtin.mcp;

import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.tool.ModelRefused;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * One server's open session calls on this node, and those whose run waits for a user. Calls that
 * are not resumed in time are cancelled. Thread-safe.
 */
final class OpenSessionCalls {

  /** Maximum calls of one server that wait for users. */
  static final int MAX_HELD = 100;

  /** For how long a server may still ask for a call that ended without a response. */
  static final Duration LATE = Duration.ofMinutes(5);

  /** Maximum stored callers of such calls; beyond it, no question finds its caller. */
  static final int MAX_ABANDONED = 1_000;

  private static final Logger LOG = System.getLogger(McpServers.class.getName());

  private final String server;
  private final Consumer<Notification> listener;
  private final Set<SessionCall> working = ConcurrentHashMap.newKeySet();
  private final Map<String, Held> held = new ConcurrentHashMap<>();

  /** The time at which a call ended without a response, in nanoseconds. */
  private final Map<Origin, Long> abandoned = new ConcurrentHashMap<>();

  /** Whose question it may be that comes in a session; without names for too many callers. */
  private record Origin(McpSession session, String tenant, String subject) {
    static Origin of(SessionCall call) {
      return new Origin(call.session(), call.caller().tenant(), call.caller().subject());
    }
  }

  /**
   * A call that waits for a user.
   *
   * @param question the request to answer
   */
  record Held(SessionCall call, Request question) {}

  /**
   * @param listener receives the server's notifications about itself
   */
  OpenSessionCalls(String server, Consumer<Notification> listener) {
    this.server = server;
    this.listener = listener;
  }

  void add(SessionCall call) {
    working.add(call);
  }

  /**
   * Removes a call that has ended.
   *
   * @param answered false when the server may not know that it ended, and may still ask
   */
  void remove(SessionCall call, boolean answered) {
    if (!answered) {
      Origin origin = Origin.of(call);
      boolean full = abandoned.size() >= MAX_ABANDONED && !abandoned.containsKey(origin);
      abandoned.put(full ? new Origin(call.session(), null, null) : origin, System.nanoTime());
    }
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
    forgetAbandoned(LATE);
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

  /** Forgets calls that ended without a response at least this long ago. */
  void forgetAbandoned(Duration age) {
    abandoned.values().removeIf(ended -> System.nanoTime() - ended >= age.toNanos());
  }

  /**
   * Returns the inbox for what a server sends outside of any call's stream.
   *
   * @param session the session in which it comes
   */
  MessageHandler inbox(Supplier<McpSession> session) {
    return new MessageHandler() {
      @Override
      public void notified(Notification notification) {
        listener.accept(notification);
      }

      @Override
      public Response asked(Request request) {
        boolean known =
            request.method().equals(SamplingRequest.METHOD)
                || request.method().equals(Elicitation.METHOD);
        return known ? assigned(session.get(), request) : MessageHandler.super.asked(request);
      }
    };
  }

  /**
   * Assigns a question to the only open call of its session. A question of one user's call must
   * never reach another: it may belong to a call that waits for an earlier answer, or that was
   * cancelled, so all these must have the same caller.
   */
  private Response assigned(McpSession session, Request request) {
    List<SessionCall> open = working.stream().filter(call -> call.session() == session).toList();
    List<SessionCall> candidates = open.stream().filter(call -> !call.asking()).toList();
    long callers =
        Stream.concat(
                open.stream().map(Origin::of),
                abandoned.keySet().stream().filter(origin -> origin.session() == session))
            .distinct()
            .count();
    if (candidates.size() == 1 && callers == 1) {
      return candidates.getFirst().asked(request);
    }
    LOG.log(
        Level.WARNING,
        "MCP server {0} asked a question that names no call, while {1} calls are open and open or"
            + " recently cancelled ones have {2} callers; dismissing it",
        server,
        candidates.size(),
        callers);
    return request.method().equals(SamplingRequest.METHOD)
        ? Sampler.refusal(request, ModelRefused.NO_MODEL, "the request names no call")
        : new Result(request.id(), Elicitation.dismissed());
  }
}
