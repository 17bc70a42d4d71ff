package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.TerminationReason;

/**
 * The changes to events that plugins may make: changes to what is stored with a message, and to
 * events that are stored nowhere else. Any other change would make the log contradict messages,
 * calls and state.
 */
final class EventChange {

  private EventChange() {}

  /** The event as changed by a plugin; null when the change is forbidden. */
  static AgentEvent of(AgentEvent before, AgentEvent after) {
    if (before == after || before.equals(after)) {
      return before;
    }
    return switch (before) {
      case AgentEvent.ToolCallDelta e -> null;
      case AgentEvent.Delta e ->
          after instanceof AgentEvent.Delta next && sameText(e, next)
              ? e.withDelta(next.delta())
              : null;
      case AgentEvent.RunFinish e ->
          after instanceof AgentEvent.RunFinish next && sameEnd(e, next) ? next : null;
      case AgentEvent.ToolCallDone e ->
          after instanceof AgentEvent.ToolCallDone next && sameResult(e, next) ? next : null;
      case AgentEvent.ActivitySnapshot e ->
          after instanceof AgentEvent.ActivitySnapshot next
                  && e.messageId().equals(next.messageId())
                  && e.activityType().equals(next.activityType())
              ? next
              : null;
      case AgentEvent.ActivityDelta e ->
          after instanceof AgentEvent.ActivityDelta next
                  && e.messageId().equals(next.messageId())
                  && e.activityType().equals(next.activityType())
              ? next
              : null;
      case AgentEvent.Custom e ->
          after instanceof AgentEvent.Custom next && e.name().equals(next.name()) ? next : null;
      case AgentEvent.Error e -> after instanceof AgentEvent.Error ? after : null;
      case AgentEvent.RunStart e -> null;
      case AgentEvent.StepStart e -> null;
      case AgentEvent.StepEnd e -> null;
      case AgentEvent.ReasoningEncryptedValue e -> null;
      case AgentEvent.ToolCallStart e -> null;
      case AgentEvent.ToolCallCancel e -> null;
      case AgentEvent.StreamReset e -> null;
      case AgentEvent.ToolCallReady e -> null;
      case AgentEvent.ToolCallResumed e -> null;
      case AgentEvent.MessagesSnapshot e -> null;
      case AgentEvent.InferenceComplete e -> null;
      case AgentEvent.StateSnapshot e -> null;
      case AgentEvent.StateDelta e -> null;
      case AgentEvent.ToolFilterConflict e -> null;
    };
  }

  /** A plugin may withhold the message of a text. */
  private static boolean sameText(AgentEvent.Delta before, AgentEvent.Delta after) {
    return before.getClass() == after.getClass()
        && (before.key().equals(after.key())
            || after instanceof AgentEvent.TextDelta text && text.messageId() == null);
  }

  private static boolean sameEnd(AgentEvent.RunFinish before, AgentEvent.RunFinish after) {
    boolean sameReason =
        before.termination() instanceof TerminationReason.Error
            ? after.termination() instanceof TerminationReason.Error
            : before.termination().equals(after.termination());
    return sameReason
        && !(before.termination() instanceof TerminationReason.Suspended)
        && before.threadId().equals(after.threadId())
        && before.runId().equals(after.runId());
  }

  /** A question is stored where it is asked. */
  private static boolean sameResult(AgentEvent.ToolCallDone before, AgentEvent.ToolCallDone after) {
    return before.id().equals(after.id())
        && before.messageId().equals(after.messageId())
        && before.outcome() == after.outcome()
        && !before.result().pending()
        && before.result().status() == after.result().status();
  }
}
