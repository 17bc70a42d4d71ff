package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.TerminationReason;
import java.util.List;

/**
 * What is left of an event that a plugin wants to check and could not: all that a plugin may change
 * ({@link EventChange}) is taken out. What no plugin may change stays. Stateless.
 */
final class WithheldEvent {

  /** The code of results and errors whose words are withheld. */
  static final String CODE = "withheld";

  private WithheldEvent() {}

  /**
   * The event without what must not pass unchecked; null when nothing is left of it.
   *
   * @param plugin the one that could not check it
   */
  static AgentEvent of(AgentEvent event, String plugin) {
    String why = "withheld: plugin " + plugin + " could not check it";
    return switch (event) {
      case AgentEvent.Delta e -> null;
      case AgentEvent.ActivitySnapshot e -> null;
      case AgentEvent.ActivityDelta e -> null;
      case AgentEvent.Custom e -> null;
      case AgentEvent.Error e -> new AgentEvent.Error(why, CODE);
      case AgentEvent.ToolCallDone e -> e.result().pending() ? e : done(e, why);
      case AgentEvent.RunFinish e ->
          e.termination() instanceof TerminationReason.Suspended ? e : finish(e, why);
      case AgentEvent.RunStart e -> e;
      case AgentEvent.StepStart e -> e;
      case AgentEvent.StepEnd e -> e;
      case AgentEvent.ReasoningEncryptedValue e -> e;
      case AgentEvent.ToolCallStart e -> e;
      case AgentEvent.ToolCallCancel e -> e;
      case AgentEvent.StreamReset e -> e;
      case AgentEvent.ToolCallReady e -> e;
      case AgentEvent.ToolCallResumed e -> e;
      case AgentEvent.MessagesSnapshot e -> e;
      case AgentEvent.InferenceComplete e -> e;
      case AgentEvent.StateSnapshot e -> e;
      case AgentEvent.StateDelta e -> e;
      case AgentEvent.ToolFilterConflict e -> e;
    };
  }

  private static AgentEvent done(AgentEvent.ToolCallDone done, String why) {
    ToolResult result = done.result();
    var left = new ToolResult(result.toolName(), result.status(), null, why, CODE, null, List.of());
    return new AgentEvent.ToolCallDone(done.id(), done.messageId(), left, done.outcome());
  }

  private static AgentEvent finish(AgentEvent.RunFinish finish, String why) {
    TerminationReason end =
        finish.termination() instanceof TerminationReason.Error
            ? new TerminationReason.Error(why)
            : finish.termination();
    return new AgentEvent.RunFinish(finish.threadId(), finish.runId(), null, end);
  }
}
