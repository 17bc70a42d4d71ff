package io.awaken.protocol.mcp.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.InternalAgent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ToolPattern;
import io.awaken.http.json.ProtocolJson;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/**
 * The agent behind tools that clients call directly. Each run is one tool call, so permissions,
 * suspensions, idempotency and recovery work as for any run (features row 1103). Stateless.
 */
public final class ToolAgent {

  /** Its id, which clients cannot use. */
  public static final String ID = InternalAgent.MARK + "mcp-tool";

  /** One step for the call, one for the end. */
  private static final int ROUNDS = 2;

  private ToolAgent() {}

  /**
   * The agent that offers these tools; without tools it only serves runs that started before.
   *
   * @param tools ids and patterns, as in {@code allowed_tool_patterns} of an agent
   * @throws IllegalArgumentException naming an invalid pattern
   */
  public static InternalAgent offering(Collection<String> tools) {
    var model = new ModelSpec(ID, ID, ID);
    return new InternalAgent(tools.isEmpty() ? null : spec(tools), model, new OneCall());
  }

  private static AgentSpec spec(Collection<String> tools) {
    tools.forEach(ToolAgent::check);
    return AgentSpec.builder(ID, ID)
        .description("Calls one tool for a client of MCP.")
        .maxRounds(ROUNDS)
        .allowedToolPatterns(tools.toArray(String[]::new))
        .build();
  }

  private static void check(String text) {
    try {
      ToolPattern.of(text);
    } catch (ToolPattern.Invalid e) {
      throw new IllegalArgumentException("awaken.mcp.tools: " + text + " " + e.getMessage(), e);
    }
  }

  /** Whether a run of this agent is a tool call. */
  public static boolean is(String agentId) {
    return ID.equals(agentId);
  }

  /**
   * The model of {@link ToolAgent}: it requests the call that the first message describes, and then
   * ends. Its answers depend on the conversation alone, so another node can resume the run.
   * Thread-safe.
   */
  public static final class OneCall implements LlmExecutor {

    private static final String CALL_ID = "call_1";
    private static final String OVER = "The call is over.";
    private static final String TOOL = "tool";
    private static final String ARGUMENTS = "arguments";

    /** Encodes a call as a message. */
    public static String message(String toolId, JsonNode arguments) {
      ObjectNode call = JsonNodeFactory.instance.objectNode().put(TOOL, toolId);
      call.set(ARGUMENTS, arguments);
      return call.toString();
    }

    @Override
    public StreamResult execute(
        LlmRequest request, LlmListener listener, CancellationToken cancellation)
        throws InferenceException {
      cancellation.throwIfCancelled();
      boolean called =
          request.messages().stream().anyMatch(message -> message.role() == Role.ASSISTANT);
      if (called) {
        listener.text(OVER);
        return new StreamResult(
            List.of(new ContentBlock.Text(OVER)), List.of(), null, StopReason.END_TURN, false);
      }
      ToolCall call = call(request.messages());
      listener.toolCallStart(call.id(), call.name());
      listener.toolCallDelta(call.id(), call.arguments().toString());
      return new StreamResult(List.of(), List.of(call), null, StopReason.TOOL_USE, false);
    }

    private static ToolCall call(List<Message> conversation) throws InferenceException {
      String text =
          conversation.stream()
              .filter(message -> message.role() == Role.USER && !message.internal())
              .map(Message::text)
              .findFirst()
              .orElse("");
      try {
        JsonNode call = ProtocolJson.mapper().readTree(text);
        if (call.path(TOOL).isTextual() && call.path(ARGUMENTS).isObject()) {
          return new ToolCall(CALL_ID, call.get(TOOL).textValue(), call.get(ARGUMENTS));
        }
      } catch (IOException e) {
        throw noCall(e);
      }
      throw noCall(null);
    }

    private static InferenceException noCall(IOException cause) {
      return new InferenceException(
          InferenceException.Kind.INVALID_REQUEST,
          "the message describes no call of a tool",
          cause);
    }
  }
}
