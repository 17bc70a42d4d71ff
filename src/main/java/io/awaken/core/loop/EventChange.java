package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.TerminationReason;
import java.util.List;

/**
 * The changes to events that plugins may make: changes to what is stored with a message, and to
 * events that are stored nowhere else. Any other change would make the log contradict messages,
 * calls and state.
 */
final class EventChange {

  /** The code of results and errors with withheld text. */
  static final String CODE = "withheld";

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

  /**
   * The event without unchecked content; null when nothing remains.
   *
   * @param plugin the plugin that failed to check it
   */
  static AgentEvent withheld(AgentEvent event, String plugin) {
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
