package io.awaken.core.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;

/**
 * The tool by which a remote agent asks: its call waits for a decision like every question of this
 * server, and its result is what a {@link Backend} sends back. Thread-safe.
 */
public final class AgentQuestion implements Tool {

  /** Its id, by which events and permission rules name the question. */
  public static final String ID = "remote_agent_question";

  /** The action of a question that requires an answer, or an approval. */
  public static final String INPUT = "agent:Input";

  /** The action of a request to sign in elsewhere. */
  public static final String AUTH = "agent:SignIn";

  private static final String ACTION = "action";
  private static final String MESSAGE = "message";
  private static final String SHOWN = "shown";
  private static final String SCHEMA = "response_schema";

  /**
   * The call for a question.
   *
   * @param id unique within the answer
   * @param action {@link #INPUT} or {@link #AUTH}
   * @param message for people, without hidden characters
   * @param shown data for front ends and for the backend; null for none
   * @param schema JSON schema of the answer; null when an approval is enough
   */
  public static ToolCall call(
      String id, String action, String message, JsonNode shown, JsonNode schema) {
    ObjectNode arguments = JsonNodeFactory.instance.objectNode();
    arguments.put(ACTION, action).put(MESSAGE, message);
    if (shown != null) {
      arguments.set(SHOWN, shown);
    }
    if (schema != null) {
      arguments.set(SCHEMA, schema);
    }
    return new ToolCall(id, ID, arguments);
  }

  /** The data for the backend in the arguments of a call; missing without any. */
  public static JsonNode shown(ToolCall call) {
    return call.arguments().path(SHOWN);
  }

  /** Whether a call requests to sign in elsewhere, so that its result is no answer. */
  public static boolean signsIn(ToolCall call) {
    return AUTH.equals(call.arguments().path(ACTION).asText());
  }

  @Override
  public ToolDescriptor descriptor() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    return new ToolDescriptor(ID, null, "Asks the user of a remote agent.", schema, null);
  }

  @Override
  public boolean inline() {
    return true;
  }

  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
    return context
        .decision()
        .map(decision -> ToolOutput.of(result(decision)))
        .orElseGet(() -> ToolOutput.of(ToolResult.suspended(ID, ticket(arguments))));
  }

  private static SuspendTicket ticket(JsonNode arguments) {
    return SuspendTicket.of(
        ResumeMode.ANSWER_TOOL,
        new Suspension(
            null,
            arguments.path(ACTION).asText(),
            arguments.path(MESSAGE).asText(),
            arguments.get(SHOWN),
            arguments.get(SCHEMA)));
  }

  private static ToolResult result(Decision decision) {
    ObjectNode given = JsonNodeFactory.instance.objectNode();
    boolean denied = decision.action() == DecisionAction.CANCEL;
    given.put("decision", denied ? "deny" : "approve");
    if (!denied && decision.result() != null && !decision.result().isNull()) {
      given.set("answer", decision.result());
    }
    if (decision.reason() != null) {
      given.put("reason", decision.reason());
    }
    return ToolResult.success(ID, given);
  }
}
