package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;

/** Whether two events are of one kind and carry the same ids: only the rest may be changed. */
final class SameEvent {

  private SameEvent() {}

  static boolean test(AgentEvent a, AgentEvent b) {
    return a == b || (a.getClass() == b.getClass() && ids(a).equals(ids(b)));
  }

  private static Object ids(AgentEvent event) {
    return switch (event) {
      case AgentEvent.RunStart e -> e;
      case AgentEvent.RunFinish e -> e.threadId() + " " + e.runId() + " " + e.termination();
      case AgentEvent.StepStart e -> e;
      case AgentEvent.StepEnd e -> e;
      case AgentEvent.ToolCallStart e -> e;
      case AgentEvent.ToolCallReady e -> e.id() + " " + e.name();
      case AgentEvent.ToolCallDone e -> e.id() + " " + e.messageId() + " " + e.outcome();
      case AgentEvent.ToolCallResumed e -> e.targetId();
      case AgentEvent.ActivitySnapshot e -> e.messageId() + " " + e.activityType();
      case AgentEvent.ActivityDelta e -> e.messageId() + " " + e.activityType();
      case AgentEvent.TextDelta e -> "";
      case AgentEvent.Delta e -> e.key();
      case AgentEvent.ReasoningEncryptedValue e -> e;
      case AgentEvent.MessagesSnapshot e -> "";
      case AgentEvent.StateSnapshot e -> "";
      case AgentEvent.StateDelta e -> "";
      case AgentEvent.InferenceComplete e -> "";
      case AgentEvent.ToolFilterConflict e -> "";
      case AgentEvent.Error e -> "";
    };
  }
}
