package io.awaken.interop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.suspension.ClientRequests;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ClientAbility;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import io.awaken.core.tool.ToolParam;
import jakarta.enterprise.context.ApplicationScoped;

/** Tools that send requests to their client, as the conformance suites require. */
@ApplicationScoped
public class ConformanceQuestions {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Asks the client's model. */
  @AgentTool(
      name = "test_sampling",
      description = "Asks the model of the client.",
      clientAbilities = ClientAbility.SAMPLING)
  public ToolOutput samples(@ToolParam("what to ask") String prompt, ToolCallContext call) {
    return requests(call, new ClientRequests("A model is asked.").sampling("answer", prompt, 100));
  }

  /** Asks the client's model with a fixed prompt. */
  @AgentTool(
      name = "test_input_required_result_sampling",
      description = "Asks the model of the client.",
      clientAbilities = ClientAbility.SAMPLING)
  public ToolOutput samplesAgain(ToolCallContext call) {
    return requests(call, capital());
  }

  /** Needs a capability that the test's client does not declare. */
  @AgentTool(
      name = "test_missing_capability",
      description = "Asks the model of the client.",
      clientAbilities = ClientAbility.SAMPLING)
  public ToolOutput samplesWithoutCapability(ToolCallContext call) {
    return requests(call, capital());
  }

  private static ClientRequests capital() {
    return new ClientRequests("A model is asked.")
        .sampling("capital_question", "What is the capital of France?", 100);
  }

  /** Requests the client's roots. */
  @AgentTool(
      name = "test_input_required_result_list_roots",
      description = "Asks for the folders of the client.",
      clientAbilities = ClientAbility.ROOTS)
  public ToolOutput roots(ToolCallContext call) {
    return requests(call, new ClientRequests("Folders are asked for.").roots("client_roots"));
  }

  /** Sends all kinds of requests at once. */
  @AgentTool(
      name = "test_input_required_result_multiple_inputs",
      description = "Asks for everything.")
  public ToolOutput everything(ToolCallContext call) {
    return requests(
        call,
        new ClientRequests("Everything is asked for.")
            .form(
                "user_name",
                "What is your name?",
                json(
                    """
                    {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
                    """))
            .sampling("greeting", "Generate a greeting", 50)
            .roots("client_roots"));
  }

  /** Sends only the kinds of requests that the client supports. */
  @AgentTool(
      name = "test_input_required_result_capabilities",
      description = "Asks for what the client can do.")
  public ToolOutput whatIsPossible(ToolCallContext call) {
    return everything(call);
  }

  private static ToolOutput requests(ToolCallContext call, ClientRequests asked) {
    return call.decision()
        .map(
            decision ->
                ToolOutput.success(
                    call.toolName(),
                    JSON.getNodeFactory()
                        .textNode(
                            decision.action() == DecisionAction.RESUME
                                ? "The client says: " + decision.result()
                                : "nobody answered")))
        .orElseGet(() -> ToolOutput.suspended(call.toolName(), asked.ticket()));
  }

  /** Asks two questions one after the other. */
  @AgentTool(name = "test_input_required_result_multi_round", description = "Asks twice.")
  public ToolOutput asksTwice(ToolCallContext call) {
    boolean second = call.question().map(SuspendTicket::memo).isPresent();
    if (call.decision().isPresent() && !second) {
      JsonNode name = call.decision().get().result();
      return ToolOutput.suspended(
          call.toolName(),
          question("step2", "Step 2: What is your favorite color?", "color").remembering(name));
    }
    if (second) {
      return ToolOutput.success(
          call.toolName(),
          JSON.getNodeFactory()
              .textNode(call.question().get().memo() + " likes " + call.decision().get().result()));
    }
    return ToolOutput.suspended(
        call.toolName(), question("step1", "Step 1: What is your name?", "name"));
  }

  private static SuspendTicket question(String id, String text, String field) {
    String schema =
        """
        {"type": "object", "properties": {"%s": {"type": "string"}}, "required": ["%s"]}
        """;
    return SuspendTicket.of(
        ResumeMode.ANSWER_TOOL,
        new Suspension(id, "suite:Ask", text, null, json(schema.formatted(field, field))));
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
