package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.TerminationReason;
import java.util.List;

/**
 * The remainder of an event that a plugin failed to check: everything that plugins may change
 * ({@link EventChange}) is removed. Stateless.
 */
final class WithheldEvent {

  /** The code of results and errors with withheld text. */
  static final String CODE = "withheld";

  private WithheldEvent() {}

  /**
   * The event without unchecked content; null when nothing remains.
   *
   * @param plugin the plugin that failed to check it
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
