package io.awaken.protocol.events;

import static io.awaken.protocol.events.SampleRun.json;
import static io.awaken.protocol.events.SampleRun.picture;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.ResumeMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The runs with golden files for every protocol, by name. */
public final class SampleRuns {

  private SampleRuns() {}

  public static Map<String, SampleRun> all() {
    var runs = new LinkedHashMap<String, SampleRun>();
    runs.put("plain", plain());
    runs.put("tools", tools());
    runs.put("parallel", parallel());
    runs.put("reasoning", reasoning());
    runs.put("approval-granted", granted());
    runs.put("approval-denied", denied());
    runs.put("approval-edited", edited());
    runs.put("client-tool", clientTool());
    runs.put("client-tool-approved", approvedClientTool());
    runs.put("file", file());
    runs.put("progress", progress());
    runs.put("beside", beside());
    runs.put("error", error());
    runs.put("cancelled", cancelled());
    runs.put("stopped", stopped());
    runs.put("broken-off", brokenOff());
    return runs;
  }

  private static SampleRun plain() {
    return SampleRun.begins()
        .step()
        .says("Hello", ", ", "", "\"world\"\n")
        .inferred(10, 4)
        .endStep()
        .ends();
  }

  private static SampleRun tools() {
    return SampleRun.begins()
        .step()
        .says("Let me see.")
        .asksFor("call_1_1", "get_weather", "{\"city\":", "\"Bern\"}")
        .inferred(10, 4)
        .ready("call_1_1", "get_weather", "{\"city\":\"Bern\"}")
        .answers("call_1_1", "get_weather", "{\"degrees\":21}")
        .endStep()
        .step()
        .says("It is warm.")
        .inferred(20, 3)
        .endStep()
        .ends();
  }

  private static SampleRun parallel() {
    return SampleRun.begins()
        .step()
        .asksFor("call_1_1", "get_weather", "{\"city\":")
        .asksFor("call_1_2", "get_weather", "{\"city\":\"Rome\"}")
        .add(new AgentEvent.ToolCallDelta("call_1_1", "\"Bern\"}"))
        .ready("call_1_1", "get_weather", "{\"city\":\"Bern\"}")
        .ready("call_1_2", "get_weather", "{\"city\":\"Rome\"}")
        .fails("call_1_2", "get_weather", "no such station")
        .answers("call_1_1", "get_weather", "{\"degrees\":21}")
        .endStep()
        .step()
        .says("Warm in Bern.")
        .endStep()
        .ends();
  }

  private static SampleRun reasoning() {
    return SampleRun.begins()
        .step()
        .thinks("First", " this.")
        .says("Then ")
        .thinks("Hm.")
        .says("that.")
        .add(new AgentEvent.ReasoningEncryptedValue("c2VjcmV0"))
        .endStep()
        .ends();
  }

  private static SampleRun waiting() {
    return SampleRun.begins()
        .step()
        .says("I shall pay.")
        .calls("call_1_1", "pay", "{\"value\":10}")
        .inferred(10, 4);
  }

  private static SampleRun granted() {
    return waiting()
        .asks("call_1_1", "pay", "{\"value\":10}")
        .waits()
        .resumes("call_1_1", null)
        .answers("call_1_1", "pay", "\"paid\"")
        .endStep()
        .step()
        .says("Done.")
        .inferred(20, 2)
        .endStep()
        .ends();
  }

  private static SampleRun denied() {
    return waiting()
        .asks("call_1_1", "pay", "{\"value\":10}")
        .waits()
        .resumes("call_1_1", null)
        .declined("call_1_1", "pay", "too much")
        .endStep()
        .step()
        .says("Then not.")
        .endStep()
        .ends();
  }

  private static SampleRun edited() {
    return waiting()
        .asks("call_1_1", "pay", "{\"value\":10}", ResumeMode.PASS_DECISION_TO_TOOL)
        .waits()
        .resumes("call_1_1", "{\"value\":5}")
        .answers("call_1_1", "pay", "\"paid 5\"")
        .endStep()
        .step()
        .says("Done.")
        .endStep()
        .ends();
  }

  private static SampleRun clientTool() {
    return SampleRun.begins()
        .step()
        .calls("call_1_1", "pick_colour", "{\"palette\":\"warm\"}")
        .handsOver("call_1_1", "pick_colour", "{\"palette\":\"warm\"}")
        .waits()
        .resumes("call_1_1", "{\"colour\":\"red\"}")
        .answers("call_1_1", "pick_colour", "{\"colour\":\"red\"}")
        .endStep()
        .step()
        .says("Red it is.")
        .endStep()
        .ends();
  }

  private static SampleRun approvedClientTool() {
    return SampleRun.begins()
        .step()
        .calls("call_1_1", "pick_colour", "{}")
        .asks("call_1_1", "pick_colour", "{}")
        .waits()
        .resumes("call_1_1", null)
        .handsOver("call_1_1", "pick_colour", "{}")
        .waits()
        .resumes("call_1_1", "\"red\"")
        .answers("call_1_1", "pick_colour", "\"red\"")
        .endStep()
        .ends();
  }

  private static SampleRun file() {
    return SampleRun.begins()
        .step()
        .calls("call_1_1", "draw", "{}")
        .answers(
            "call_1_1",
            "draw",
            picture(),
            MediaKind.DOCUMENT.stored("media-1", "application/pdf", 12, null),
            ContentBlock.Source.url("https://example.org/a", "A page"),
            ContentBlock.Source.document("doc-1", null, null))
        .endStep()
        .ends();
  }

  private static SampleRun progress() {
    return SampleRun.begins()
        .step()
        .calls("call_1_1", "search", "{}")
        .streams("call_1_1", "search", "10 pages, ")
        .streams("call_1_1", "search", "2")
        .streams("call_1_1", "search", "0 pages, 30 pages")
        .answers("call_1_1", "search", "{\"pages\":30}")
        .endStep()
        .ends();
  }

  /** Events outside of the answer. */
  private static SampleRun beside() {
    return SampleRun.begins()
        .add(new AgentEvent.StateSnapshot(json("{\"cart\":[]}")))
        .add(new AgentEvent.MessagesSnapshot(List.of(), true))
        .step()
        .add(new AgentEvent.ToolFilterConflict(List.of("a", "b"), "a"))
        .add(new AgentEvent.Custom("weather", json("{\"sun\":true}")))
        .add(new AgentEvent.ActivitySnapshot("m", "plan", json("{\"steps\":1}"), true))
        .add(
            new AgentEvent.ActivityDelta(
                "m", "plan", json("[{\"op\":\"replace\",\"path\":\"/steps\",\"value\":2}]")))
        .add(new AgentEvent.Error("a hint of trouble", "hint"))
        .says("Fine.")
        .endStep()
        .add(new AgentEvent.StateDelta(json("[{\"op\":\"add\",\"path\":\"/cart/0\",\"value\":1}]")))
        .ends();
  }

  private static SampleRun error() {
    return SampleRun.begins()
        .step()
        .says("I am ab")
        .asksFor("call_1_1", "pay", "{\"val")
        .inferred(5, 1)
        .add(new AgentEvent.Error("the model cannot be reached", "unavailable"))
        .finish(new TerminationReason.Error("the model cannot be reached"));
  }

  /** Interrupted answers: one restarts, the other continues without its call. */
  private static SampleRun brokenOff() {
    return SampleRun.begins()
        .step()
        .thinks("Perhaps")
        .asksFor("call_1_1", "get_weather", "{\"ci")
        .restarts()
        .thinks("Hm.")
        .says("Let me")
        .asksFor("call_1_2", "get_weather", "{\"city\":")
        .cutsOff("call_1_2")
        .says(" see.")
        .asksFor("call_1_3", "get_weather", "{\"city\":\"Bern\"}")
        .inferred(10, 4)
        .ready("call_1_3", "get_weather", "{\"city\":\"Bern\"}")
        .answers("call_1_3", "get_weather", "{\"degrees\":21}")
        .endStep()
        .step()
        .says("It is warm.")
        .inferred(20, 3)
        .endStep()
        .ends();
  }

  private static SampleRun cancelled() {
    return SampleRun.begins().step().thinks("Hm").finish(new TerminationReason.Cancelled());
  }

  private static SampleRun stopped() {
    return SampleRun.begins()
        .step()
        .says("And so on")
        .inferred(5, 100)
        .endStep()
        .finish(TerminationReason.Stopped.of("max_tokens", null));
  }
}
