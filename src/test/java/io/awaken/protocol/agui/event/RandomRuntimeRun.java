package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.ClientExecutedTool;
import io.awaken.protocol.events.HostileTexts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A random run {@code r} on the thread {@code t} as the runtime may emit it (features row 139):
 * answers in several parts, interleaved calls, suspensions and pauses, crashes that repeat a step,
 * activities, state, and every end. The same seed creates the same run.
 */
final class RandomRuntimeRun {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Random random;
  private final List<StreamEvent> events = new ArrayList<>();
  private long epoch = 1;
  private int calls;
  private String message;
  private boolean ended;

  RandomRuntimeRun(long seed) {
    random = new Random(seed);
    add(new AgentEvent.RunStart("t", "r", null));
    if (random.nextBoolean()) {
      add(new AgentEvent.StateSnapshot(JSON.objectNode().put("count", 0)));
    }
    int steps = 1 + random.nextInt(4);
    for (int step = 1; step <= steps && !ended; step++) {
      step(step, step == steps);
    }
    if (!ended) {
      finish(new TerminationReason.NaturalEnd());
    }
  }

  /** All events. */
  List<StreamEvent> events() {
    return List.copyOf(events);
  }

  /** Sequence numbers of the events at which the run was suspended, in order. */
  List<Long> pauses() {
    return events.stream()
        .filter(event -> event.event() instanceof AgentEvent.RunFinish)
        .map(event -> event.cursor().sequence())
        .toList()
        .subList(0, Math.max(0, finishes() - 1));
  }

  private int finishes() {
    return (int)
        events.stream().filter(event -> event.event() instanceof AgentEvent.RunFinish).count();
  }

  private void add(AgentEvent event) {
    int number = events.size() + 1;
    events.add(
        new StreamEvent(
            new Cursor(epoch, number), Instant.ofEpochMilli(1_700_000_000_000L + number), event));
  }

  private boolean one(int of) {
    return random.nextInt(of) == 0;
  }

  private void step(int number, boolean last) {
    message = "r-" + number;
    add(new AgentEvent.StepStart(message));
    if (one(12)) {
      finish(new TerminationReason.Blocked("not allowed"));
      return;
    }
    while (one(5)) {
      answer(new ArrayList<>(), 2);
      // The node is lost, and another one repeats the step.
      epoch++;
      add(new AgentEvent.StepEnd());
      add(new AgentEvent.StepStart(message));
    }
    List<String> made = new ArrayList<>();
    answer(made, last ? 1 : 3);
    if (one(15)) {
      String why = one(2) ? "the model is overloaded" : hostile();
      add(new AgentEvent.Error(why, "overloaded"));
      finish(new TerminationReason.Error(why));
      return;
    }
    add(new AgentEvent.InferenceComplete("m", one(3) ? null : TokenUsage.of(9, 3), 5));
    made.forEach(call -> add(new AgentEvent.ToolCallReady(call, tool(call), arguments())));
    round(made);
    if (ended) {
      return;
    }
    add(new AgentEvent.StepEnd());
    if (one(3)) {
      add(new AgentEvent.StateDelta(patch("/count", number)));
    }
    if (one(4)) {
      add(new AgentEvent.MessagesSnapshot(userMessages(number), random.nextBoolean()));
    }
  }

  private void answer(List<String> made, int mostCalls) {
    Set<String> open = new LinkedHashSet<>();
    int pieces = random.nextInt(8);
    for (int i = 0; i < pieces; i++) {
      switch (random.nextInt(8)) {
        case 6 -> cutOff(made, open);
        case 7 -> {
          if (one(3)) {
            made.clear();
            open.clear();
            add(new AgentEvent.StreamReset(message));
          }
        }
        case 0 -> add(new AgentEvent.ReasoningDelta(word()));
        case 1, 2 -> add(new AgentEvent.TextDelta(one(4) ? null : message, word()));
        case 3 -> {
          if (made.size() < mostCalls) {
            String call = "c" + ++calls;
            made.add(call);
            open.add(call);
            add(new AgentEvent.ToolCallStart(call, tool(call)));
          }
        }
        case 4 -> {
          if (!open.isEmpty()) {
            add(new AgentEvent.ToolCallDelta(any(open), word()));
          }
        }
        default -> add(new AgentEvent.TextDelta(message, ""));
      }
    }
    if (one(4)) {
      add(new AgentEvent.ReasoningEncryptedValue("c2VjcmV0"));
    }
  }

  private void cutOff(List<String> made, Set<String> open) {
    if (!open.isEmpty()) {
      String call = any(open);
      made.remove(call);
      open.remove(call);
      add(new AgentEvent.ToolCallCancel(call));
    }
  }

  private String any(Set<String> of) {
    return List.copyOf(of).get(random.nextInt(of.size()));
  }

  private void round(List<String> made) {
    List<String> waiting = new ArrayList<>();
    List<String> order = new ArrayList<>(made);
    Collections.shuffle(order, random);
    for (String call : order) {
      while (one(2)) {
        reports(call);
      }
      if (one(4)) {
        waiting.add(call);
        ask(call);
      } else {
        done(call);
      }
      if (one(25)) {
        finish(new TerminationReason.Cancelled());
        return;
      }
    }
    while (!waiting.isEmpty()) {
      pause();
      if (one(10)) {
        finish(new TerminationReason.Cancelled());
        return;
      }
      int answered = 1 + random.nextInt(waiting.size());
      List<String> now = List.copyOf(waiting.subList(0, answered));
      waiting.removeAll(now);
      for (String call : now) {
        add(new AgentEvent.ToolCallResumed(call, null));
        if (one(6)) {
          waiting.add(call);
          ask(call);
        } else {
          done(call);
        }
      }
    }
  }

  private void pause() {
    if (one(4)) {
      add(new AgentEvent.StateDelta(patch("/pauses", 1)));
    }
    add(new AgentEvent.RunFinish("t", "r", null, new TerminationReason.Suspended()));
    epoch++;
    if (one(2)) {
      add(new AgentEvent.StateSnapshot(JSON.objectNode().put("count", 7)));
    }
  }

  /** Events of a running tool. */
  private void reports(String call) {
    switch (random.nextInt(6)) {
      case 0 -> add(new AgentEvent.ToolCallStreamDelta(call, tool(call), word()));
      case 1 -> add(new AgentEvent.ActivitySnapshot(call, "progress", content(), !one(4)));
      case 2 -> add(new AgentEvent.ActivityDelta(call, "progress", patch("/done", 1)));
      case 3 -> add(new AgentEvent.ToolFilterConflict(List.of("one"), one(2) ? null : "one"));
      case 4 -> add(subagent());
      default -> add(new AgentEvent.Custom(one(4) ? hostile() : "note", value()));
    }
  }

  private JsonNode value() {
    return one(3) ? JSON.nullNode() : content();
  }

  private AgentEvent subagent() {
    ObjectNode value = JSON.objectNode().put("run_id", "s" + random.nextInt(3));
    return switch (random.nextInt(3)) {
      case 0 -> new AgentEvent.Custom("subagent_started", value.put("name", "helper"));
      case 1 -> new AgentEvent.Custom("subagent_finished", value);
      default -> new AgentEvent.Custom("subagent_failed", value.put("message", "lost"));
    };
  }

  private JsonNode content() {
    return one(5)
        ? TextNode.valueOf(one(2) ? "half" : hostile())
        : JSON.objectNode().put("done", 0).putNull("left");
  }

  private static JsonNode patch(String path, int value) {
    return JSON.arrayNode()
        .add(JSON.objectNode().put("op", "add").put("path", path).put("value", value));
  }

  private void ask(String call) {
    SuspendTicket ticket =
        switch (random.nextInt(3)) {
          case 0 -> SuspendTicket.approval("tool:PermissionConfirm", "May I?");
          case 1 ->
              SuspendTicket.result("ask", null, JSON.objectNode().put("type", "string"))
                  .expiring(new Expiry(60_000, DecisionAction.CANCEL));
          default -> SuspendTicket.result(ClientExecutedTool.ACTION, "execute it", null);
        };
    SuspendTicket about =
        ticket.withId("ask-" + call).about(new PendingCall(call, tool(call), arguments()));
    done(call, ToolResult.suspended(tool(call), about), ToolCallOutcome.SUSPENDED);
  }

  private void done(String call) {
    String tool = tool(call);
    switch (random.nextInt(5)) {
      case 0 ->
          done(
              call, ToolResult.error(tool, one(2) ? "no line" : hostile()), ToolCallOutcome.FAILED);
      case 1 -> done(call, ToolResult.error(tool, "denied"), ToolCallOutcome.CANCELLED);
      case 2 ->
          done(
              call,
              ToolResult.successWithContent(
                  tool,
                  List.of(
                      new ContentBlock.Text(one(2) ? "see" : hostile()),
                      MediaKind.IMAGE.of("image/png", new byte[] {1}, null))),
              ToolCallOutcome.SUCCEEDED);
      default -> done(call, ToolResult.success(tool, content()), ToolCallOutcome.SUCCEEDED);
    }
  }

  private void done(String call, ToolResult result, ToolCallOutcome outcome) {
    add(new AgentEvent.ToolCallDone(call, message + "-" + call, result, outcome));
  }

  /** Ends the run, possibly within a step. */
  private void finish(TerminationReason usual) {
    TerminationReason why =
        usual instanceof TerminationReason.NaturalEnd && one(4)
            ? one(2)
                ? new TerminationReason.BehaviorRequested()
                : TerminationReason.Stopped.of("max_rounds", null)
            : usual;
    if (one(2) && !(why instanceof TerminationReason.NaturalEnd)) {
      add(new AgentEvent.StepEnd());
    }
    add(new AgentEvent.RunFinish("t", "r", new AgentEvent.RunResult(one(4) ? null : "so"), why));
    ended = true;
  }

  private List<Message> userMessages(int step) {
    return List.of(Message.user("u1", "Hi"), Message.user("u" + (step + 1), "And?"));
  }

  private static String tool(String call) {
    return "tool_" + call;
  }

  private static JsonNode arguments() {
    return JSON.objectNode().put("value", "10");
  }

  private String hostile() {
    return HostileTexts.all().get(random.nextInt(HostileTexts.all().size()));
  }

  private String word() {
    return switch (random.nextInt(6)) {
      case 0 -> "a \"quote\"\n";
      case 1 -> "ü😀";
      case 2 -> "";
      case 3 -> hostile();
      default -> "word ";
    };
  }
}
