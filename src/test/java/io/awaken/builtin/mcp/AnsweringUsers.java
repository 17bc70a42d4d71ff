package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.RunModel;
import io.awaken.core.tool.ToolException;
import java.io.IOException;

/** Users who answer a server's questions, as the runtime would pass their answers on. */
final class AnsweringUsers {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ServersUnderTest servers;
  private final String tool;
  private RunModel model = RunModel.NONE;

  AnsweringUsers(ServersUnderTest servers, String tool) {
    this.servers = servers;
    this.tool = tool;
  }

  /** With a run whose agent has this model. */
  AnsweringUsers with(RunModel other) {
    model = other;
    return this;
  }

  static JsonNode json(String text) throws Exception {
    return MAPPER.readTree(text.replace('\'', '"'));
  }

  ToolResult accept(ToolResult question, JsonNode answer)
      throws ToolException, InterruptedException {
    return decided(question, new Decision("d", DecisionAction.RESUME, answer, null, 1));
  }

  ToolResult decline(ToolResult question) throws ToolException, InterruptedException {
    return decided(question, new Decision("d", DecisionAction.CANCEL, null, "no", 1));
  }

  ToolResult timeRunsOut(ToolResult question) throws ToolException, InterruptedException {
    return decided(question, new Expiry(1, DecisionAction.CANCEL).decision(1));
  }

  private ToolResult decided(ToolResult question, Decision decision)
      throws ToolException, InterruptedException {
    return servers
        .tool(tool)
        .execute(
            ScriptedServer.JSON.objectNode(),
            ServersUnderTest.context(tool)
                .with(model)
                .with(new GivenDecision(decision, stored(question.suspension()))))
        .result();
  }

  /** Only the stored form survives days and restarts. */
  private static SuspendTicket stored(SuspendTicket ticket) {
    try {
      return MAPPER.readValue(MAPPER.writeValueAsString(ticket), SuspendTicket.class);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
