package io.awaken.protocol.agui.event;

import static io.awaken.protocol.agui.event.RunScript.json;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.TerminationReason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Typical runs by name; each has golden files. */
final class Flows {

  private Flows() {}

  /**
   * A run as read by one client.
   *
   * @param script all events
   * @param start the last event before this protocol run
   */
  record Flow(RunScript script, long start) {}

  static Map<String, Flow> all() {
    Map<String, Flow> flows = new LinkedHashMap<>();
    flows.put("plain", whole(plain()));
    flows.put("multi-step", whole(multiStep()));
    flows.put("parallel-tools", whole(parallel()));
    flows.put("reasoning", whole(reasoning()));
    flows.put("encrypted-reasoning", whole(encrypted()));
    flows.put("approval-asked", whole(WaitingFlows.asked()));
    flows.put("approval-granted", resumed(WaitingFlows.granted()));
    flows.put("approval-denied", resumed(WaitingFlows.denied()));
    flows.put("approval-edited", resumed(WaitingFlows.edited()));
    flows.put("question", whole(WaitingFlows.question()));
    flows.put("frontend-tool", whole(WaitingFlows.frontend()));
    flows.put("frontend-tool-answered", resumed(WaitingFlows.frontendAnswered()));
    flows.put("error", whole(error()));
    flows.put("blocked", whole(blocked()));
    flows.put("cancelled", whole(cancelled()));
    flows.put("stopped", whole(stopped()));
    flows.put("sub-agents", whole(subagents()));
    flows.put("state", whole(state()));
    flows.put("activities", whole(activities()));
    flows.put("messages", whole(messages()));
    flows.put("media", whole(media()));
    flows.put("repeated-step", whole(repeated()));
    flows.put("broken-off", whole(brokenOff()));
    flows.put("other-events", whole(others()));
    return flows;
  }

  private static Flow whole(RunScript script) {
    return new Flow(script, 0);
  }

  /** After the event at which the run was suspended. */
  private static Flow resumed(RunScript script) {
    long waited =
        script.events().stream()
            .filter(event -> event.event() instanceof AgentEvent.RunFinish)
            .findFirst()
            .orElseThrow()
            .cursor()
            .sequence();
    return new Flow(script, waited);
  }

  static RunScript plain() {
    return new RunScript()
        .step()
        .says("Hel", "lo", "", " world")
        .used()
        .ends()
        .finishes("Hello world");
  }

  static RunScript multiStep() {
    return new RunScript()
        .step()
        .says("I look.")
        .calls("c1", "weather", "{\"city\":\"Rome\"}")
        .answers("c1", "weather", "{\"degrees\":21}")
        .ends()
        .step()
        .says("21 ", "degrees.")
        .used()
        .ends()
        .finishes("21 degrees.");
  }

  static RunScript parallel() {
    return new RunScript()
        .step()
        .starts("c1", "a")
        .streams("c1", "{\"x\":")
        .starts("c2", "b")
        .streams("c2", "{}")
        .streams("c1", "1}")
        .ready("c1", "a", "{\"x\":1}")
        .ready("c2", "b", "{}")
        .done("c2", ToolResult.errorWithCode("b", "down", "no line"), ToolCallOutcome.FAILED)
        .answers("c1", "a", "\"one\"")
        .ends()
        .step()
        .says("Done.")
        .ends()
        .finishes("Done.");
  }

  static RunScript reasoning() {
    return new RunScript()
        .step()
        .thinks("Let me", " see.")
        .says("Yes.")
        .thinks("Really?")
        .says(" Really.")
        .ends()
        .finishes("Yes. Really.");
  }

  static RunScript encrypted() {
    return new RunScript()
        .step()
        .thinks("Hm.")
        .says("Yes.")
        .add(new AgentEvent.ReasoningEncryptedValue("c2VjcmV0"))
        .ends()
        .step()
        .says("No.")
        .add(new AgentEvent.ReasoningEncryptedValue("aGlkZGVu"))
        .ends()
        .finishes("No.");
  }

  private static RunScript error() {
    return new RunScript()
        .step()
        .says("I am about")
        .starts("c1", "a")
        .streams("c1", "{")
        .add(new AgentEvent.Error("the model is overloaded", "overloaded"))
        .finishes(null, new TerminationReason.Error("the model is overloaded"));
  }

  private static RunScript blocked() {
    return new RunScript().step().finishes(null, new TerminationReason.Blocked("not allowed"));
  }

  private static RunScript cancelled() {
    return new RunScript()
        .step()
        .thinks("Hm")
        .says("One, two")
        .finishes("One, two", new TerminationReason.Cancelled());
  }

  private static RunScript stopped() {
    return new RunScript()
        .step()
        .says("One")
        .ends()
        .finishes("One", TerminationReason.Stopped.of("max_rounds", "16 rounds"));
  }

  private static RunScript subagents() {
    return new RunScript()
        .step()
        .calls("c1", "delegate", "{}")
        .add(
            custom(
                "subagent_started",
                "{\"run_id\":\"s1\",\"name\":\"researcher\",\"tool_call_id\":\"c1\"}"))
        .add(
            custom(
                "subagent_started",
                "{\"run_id\":\"s2\",\"name\":\"reader\",\"parent_run_id\":\"s1\"}"))
        .add(
            custom(
                "subagent_failed", "{\"run_id\":\"s2\",\"message\":\"no page\",\"code\":\"gone\"}"))
        .add(custom("subagent_finished", "{\"run_id\":\"s1\"}"))
        .add(custom("subagent_started", "{\"run_id\":\"s1\",\"name\":\"twice\"}"))
        .add(custom("subagent_started", "{\"run_id\":\"s3\",\"name\":\"late\"}"))
        .answers("c1", "delegate", "\"found\"")
        .ends()
        .finishes("");
  }

  private static AgentEvent.Custom custom(String name, String value) {
    return new AgentEvent.Custom(name, json(value));
  }

  private static RunScript state() {
    return new RunScript()
        .add(new AgentEvent.StateSnapshot(json("{\"cart\":[]}")))
        .step()
        .says("One.")
        .ends()
        .add(
            new AgentEvent.StateDelta(
                json("[{\"op\":\"add\",\"path\":\"/cart/0\",\"value\":{\"id\":null}}]")))
        .finishes("One.");
  }

  private static RunScript activities() {
    return new RunScript()
        .step()
        .calls("c1", "search", "{}")
        .add(activity("c1", "tool-call-progress", "{\"status\":\"running\"}"))
        .add(
            new AgentEvent.ActivityDelta(
                "c1",
                "tool-call-progress",
                json("[{\"op\":\"replace\",\"path\":\"/status\",\"value\":\"done\"}]")))
        .add(activity("c1", "count", "3"))
        .add(new AgentEvent.ActivityDelta("c1", "count", json("[]")))
        .add(new AgentEvent.ActivityDelta("c1", "tool-call-progress", json("[{\"op\":\"odd\"}]")))
        .answers("c1", "search", "[]")
        .ends()
        .finishes("");
  }

  private static AgentEvent.ActivitySnapshot activity(String id, String type, String content) {
    return new AgentEvent.ActivitySnapshot(id, type, json(content), true);
  }

  private static RunScript messages() {
    Message user = Message.user("u1", "Hi");
    Message more = Message.user("u2", "And now?");
    return new RunScript()
        .step()
        .says("Well.")
        .ends()
        .add(
            new AgentEvent.MessagesSnapshot(
                List.of(
                    user,
                    new Message(
                        "r-1",
                        io.awaken.core.message.Role.ASSISTANT,
                        List.of(new ContentBlock.Thinking("hm"), new ContentBlock.Text("Well.")),
                        List.of(),
                        null,
                        null,
                        null),
                    more),
                false))
        .step()
        .says("Now this.")
        .ends()
        .add(new AgentEvent.MessagesSnapshot(List.of(more, Message.user("u3", "Then?")), true))
        .step()
        .says("Then that.")
        .ends()
        .finishes("Then that.");
  }

  private static RunScript media() {
    List<ContentBlock> blocks =
        List.of(
            new ContentBlock.Text("see"),
            MediaKind.IMAGE.of("image/png", new byte[] {1, 2, 3}, "a.png"),
            MediaKind.DOCUMENT.stored("m 1", "application/pdf", 9, null),
            ContentBlock.Source.url("https://example.org/a", "A"));
    return new RunScript()
        .step()
        .calls("c1", "draw", "{}")
        .done("c1", ToolResult.successWithContent("draw", blocks), ToolCallOutcome.SUCCEEDED)
        .ends()
        .finishes("");
  }

  private static RunScript repeated() {
    return new RunScript()
        .step()
        .says("The first", " half")
        .starts("c1", "pay")
        .streams("c1", "{\"val")
        .again()
        .says("All of it.")
        .ends()
        .finishes("All of it.");
  }

  private static RunScript brokenOff() {
    return new RunScript()
        .step()
        .thinks("Perhaps")
        .starts("c1", "pay")
        .streams("c1", "{\"val")
        .add(new AgentEvent.StreamReset("r-1"))
        .says("Let me")
        .starts("c2", "pay")
        .streams("c2", "{\"val")
        .add(new AgentEvent.ToolCallCancel("c2"))
        .says(" pay.")
        .ends()
        .finishes("Let me pay.");
  }

  private static RunScript others() {
    return new RunScript()
        .step()
        .add(new AgentEvent.Custom("plugin.note", json("{\"a\":null}")))
        .add(new AgentEvent.ToolFilterConflict(List.of("one", "two"), "two"))
        .ready("c1", "late", "{\"a\":1}")
        .add(new AgentEvent.ToolCallStreamDelta("c1", "late", "working"))
        .answers("c1", "late", "{}")
        .add(new AgentEvent.Error("the agent is not there", "agent_unresolved"))
        .ends()
        .finishes("");
  }
}
