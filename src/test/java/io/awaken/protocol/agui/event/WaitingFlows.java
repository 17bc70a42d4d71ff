package io.awaken.protocol.agui.event;

import static io.awaken.protocol.agui.event.RunScript.json;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.ClientExecutedTool;

/** Runs that wait for users or for a front-end tool. */
final class WaitingFlows {

  private static final String AMOUNT = "{\"value\":\"10\"}";

  private WaitingFlows() {}

  static RunScript asked() {
    var expiring =
        SuspendTicket.approval("tool:PermissionConfirm", "May I pay?")
            .expiring(new Expiry(60_000, DecisionAction.CANCEL));
    return new RunScript()
        .add(new AgentEvent.StateSnapshot(json("{\"cart\":[\"a\"]}")))
        .step()
        .calls("c1", "pay", AMOUNT)
        .calls("c2", "pay", "{\"value\":\"20\"}")
        .asks("c1", "pay", AMOUNT, expiring)
        .asks("c2", "pay", "{\"value\":\"20\"}", approval())
        .add(
            new AgentEvent.StateDelta(
                json("[{\"op\":\"add\",\"path\":\"/cart/1\",\"value\":\"b\"}]")))
        .parks();
  }

  private static SuspendTicket approval() {
    return SuspendTicket.approval("tool:PermissionConfirm", "May I pay?");
  }

  static RunScript granted() {
    return waiting()
        .resumes("c1")
        .answers("c1", "pay", "\"paid\"")
        .ends()
        .step()
        .says("Paid.")
        .used()
        .ends()
        .finishes("Paid.");
  }

  private static RunScript waiting() {
    return new RunScript()
        .step()
        .says("I pay.")
        .calls("c1", "pay", AMOUNT)
        .asks("c1", "pay", AMOUNT, approval())
        .parks();
  }

  static RunScript denied() {
    return waiting()
        .resumes("c1")
        .done("c1", ToolResult.error("pay", "too dear"), ToolCallOutcome.CANCELLED)
        .ends()
        .step()
        .says("As you like.")
        .ends()
        .finishes("As you like.");
  }

  static RunScript edited() {
    var editable =
        new SuspendTicket(
            approval().suspension().withResponseSchema(json("{\"type\":\"object\"}")),
            null,
            ResumeMode.PASS_DECISION_TO_TOOL,
            null,
            null);
    return new RunScript()
        .step()
        .calls("c1", "pay", AMOUNT)
        .asks("c1", "pay", AMOUNT, editable)
        .parks()
        .add(new AgentEvent.ToolCallResumed("c1", json("{\"value\":\"5\"}")))
        .answers("c1", "pay", "\"paid 5\"")
        .ends()
        .step()
        .says("Paid 5.")
        .ends()
        .finishes("Paid 5.");
  }

  static RunScript question() {
    var asks =
        SuspendTicket.result(
            "ask", "Which colour?", json("{\"type\":\"string\",\"enum\":[\"red\",\"blue\"]}"));
    return new RunScript()
        .step()
        .calls("c1", "ask_user", "{}")
        .asks("c1", "ask_user", "{}", asks)
        .parks();
  }

  static RunScript frontend() {
    return new RunScript()
        .step()
        .calls("c1", "open_dialog", "{\"title\":\"Hi\"}")
        .asks("c1", "open_dialog", "{\"title\":\"Hi\"}", ticket("open_dialog"))
        .parks();
  }

  private static SuspendTicket ticket(String tool) {
    return SuspendTicket.result(ClientExecutedTool.ACTION, "the client executes " + tool, null);
  }

  static RunScript frontendAnswered() {
    return frontend()
        .add(new AgentEvent.ToolCallResumed("c1", TextNode.valueOf("closed")))
        .answers("c1", "open_dialog", "\"closed\"")
        .ends()
        .step()
        .says("It was closed.")
        .ends()
        .finishes("It was closed.");
  }
}
