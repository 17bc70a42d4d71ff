package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.oauth.AccessRefused;
import io.awaken.oauth.ServerLogin;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Calls of a server with a token per user (features row 1144), each over the user's session.
 * Without a token the call waits, with a link by which the user grants access. Thread-safe.
 */
final class UserCalls {

  /** The action of the suspension. */
  static final String ACTION = "tool:GrantAccess";

  /** Maximum open sessions; other users start a new one. */
  private static final int MAX_SESSIONS = 256;

  private final McpServerSpec spec;
  private final ServerLogin login;
  private final SessionConnector connector;
  private final Map<String, McpSession> sessions = new LinkedHashMap<>(16, 0.75f, true);

  UserCalls(McpServerSpec spec, ServerLogin login, SessionConnector connector) {
    this.spec = spec;
    this.login = login;
    this.connector = connector;
  }

  /** The work of a call. */
  interface Work {
    ToolResult make() throws ToolException, InterruptedException;
  }

  /** Returns the result of a call, or suspends it. */
  ToolResult make(ToolCallContext context, Work work) throws ToolException, InterruptedException {
    Caller caller = context.caller();
    if (caller.anonymous()) {
      throw new ToolException(
          ToolException.Kind.DENIED,
          "not executed: the MCP server " + spec.id() + " requires a logged-in user");
    }
    try {
      return login.granted(caller) ? made(context, work) : asked(context);
    } catch (AccessRefused e) {
      throw new ToolException(
          ToolException.Kind.EXECUTION_FAILED,
          "not executed: the MCP server " + spec.id() + " cannot be used: " + e.getMessage(),
          e);
    }
  }

  private ToolResult made(ToolCallContext context, Work work)
      throws ToolException, AccessRefused, InterruptedException {
    try {
      return work.make();
    } catch (ToolException e) {
      boolean refused =
          e.getCause() instanceof McpException why && why.kind() == McpException.Kind.UNAUTHORIZED;
      if (!refused || login.enough(context.caller())) {
        throw e;
      }
      // The token was revoked or its scope is too small; the server did not process the call.
      return asked(context);
    }
  }

  private ToolResult asked(ToolCallContext context) throws AccessRefused, InterruptedException {
    String link = login.ask(context.caller(), context.run().runId(), context.callId());
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("server", spec.id()).put("url", link);
    var question =
        new Suspension(
            null,
            ACTION,
            "Grant access to the MCP server " + spec.id() + " to continue: " + link,
            shown,
            null);
    return ToolResult.suspended(
        context.toolName(), SuspendTicket.of(ResumeMode.REPLAY_TOOL_CALL, question));
  }

  McpSession session(Caller caller) throws McpException, InterruptedException {
    String key = caller.tenant().length() + ":" + caller.tenant() + caller.subject();
    synchronized (sessions) {
      McpSession known = sessions.get(key);
      if (known != null && known.transport().open()) {
        return known;
      }
    }
    McpSession session = connector.connect(login.http(caller), own -> MessageHandler.NONE);
    synchronized (sessions) {
      sessions.put(key, session);
      if (sessions.size() > MAX_SESSIONS) {
        // It may be in use, so the server expires it.
        sessions.remove(sessions.keySet().iterator().next());
      }
    }
    return session;
  }

  /** Returns whether a session belongs to a user. */
  boolean has(McpSession session) {
    synchronized (sessions) {
      return sessions.containsValue(session);
    }
  }

  void close() {
    synchronized (sessions) {
      sessions.values().forEach(McpSession::close);
      sessions.clear();
    }
  }
}
