package io.awaken.core.loop.inference;

import io.awaken.core.message.CallHistory;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.store.run.CallState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Removes tool calls without a result, which models reject (features row 137). Retains calls of the
 * resumed run, because their results are still to come.
 */
final class OrphanRepair {

  private OrphanRepair() {}

  static List<Message> repair(List<Message> history, List<CallState> ownCalls) {
    boolean whole = history instanceof CallHistory known ? known.whole() : isWhole(history);
    if (whole) {
      return history;
    }
    Set<String> answered = new HashSet<>();
    ownCalls.forEach(call -> answered.add(call.callId()));
    boolean calls = false;
    for (Message message : history) {
      calls |= !message.toolCalls().isEmpty();
      if (message.toolCallId() != null) {
        answered.add(message.toolCallId());
      }
    }
    return calls ? repaired(history, answered) : history;
  }

  /** A cheap check for the usual case: the results of each call follow it directly. */
  private static boolean isWhole(List<Message> history) {
    for (int i = 0; i < history.size(); i++) {
      Message message = history.get(i);
      List<ToolCall> calls = message.toolCalls();
      if (calls.isEmpty() && message.content().isEmpty()) {
        return false;
      }
      for (int call = 0; call < calls.size(); call++) {
        if (!isAnswered(history, i + 1, calls.get(call).id())) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isAnswered(List<Message> history, int from, String callId) {
    for (int i = from; i < history.size() && history.get(i).toolCallId() != null; i++) {
      if (callId.equals(history.get(i).toolCallId())) {
        return true;
      }
    }
    return false;
  }

  private static List<Message> repaired(List<Message> history, Set<String> answered) {
    var out = new ArrayList<Message>(history.size());
    for (Message message : history) {
      Message kept = withAnsweredCalls(message, answered);
      if (!kept.content().isEmpty() || !kept.toolCalls().isEmpty()) {
        out.add(kept);
      }
    }
    return out;
  }

  private static Message withAnsweredCalls(Message message, Set<String> answered) {
    List<ToolCall> kept =
        message.toolCalls().stream().filter(call -> answered.contains(call.id())).toList();
    return kept.size() == message.toolCalls().size() ? message : message.withToolCalls(kept);
  }
}
