package io.awaken.core.loop;

import io.awaken.core.message.CallHistory;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.Ids;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes the ids that providers give to tool calls unique within a thread. The ids of the history
 * are gathered only when one of them comes again, so that a run begins at no cost. Used by the
 * run's thread.
 */
final class CallIds {

  private static final int MAX_LENGTH = 64;

  private final List<Message> history;
  private final Set<String> used = new HashSet<>();
  private boolean gathered;

  private CallIds(List<Message> history) {
    this.history = history;
  }

  /**
   * @param history whole, as it was before the ids that are given from now on
   */
  static CallIds of(List<Message> history) {
    return new CallIds(history);
  }

  /** The provider's id if it is fit and new, else one made from it and the step. */
  String unique(String providerId, int step) {
    String base = fit(providerId) ? providerId : "call";
    if (!gathered && isInHistory(base)) {
      gather();
    }
    String id = base;
    for (int n = 1; !used.add(id); n++) {
      // What is made here may be in the history as well.
      gather();
      id = base + "-" + step + (n == 1 ? "" : "." + n);
    }
    return id;
  }

  private boolean isInHistory(String id) {
    for (int at = nextCall(0); at < history.size(); at = nextCall(at + 1)) {
      List<ToolCall> calls = history.get(at).toolCalls();
      for (int i = 0; i < calls.size(); i++) {
        if (calls.get(i).id().equals(id)) {
          return true;
        }
      }
    }
    return false;
  }

  private void gather() {
    if (!gathered) {
      gathered = true;
      for (int at = nextCall(0); at < history.size(); at = nextCall(at + 1)) {
        history.get(at).toolCalls().forEach(call -> used.add(call.id()));
      }
    }
  }

  private int nextCall(int from) {
    if (history instanceof CallHistory known) {
      return known.nextCall(from);
    }
    int at = from;
    while (at < history.size() && history.get(at).toolCalls().isEmpty()) {
      at++;
    }
    return at;
  }

  private static boolean fit(String id) {
    return id != null && !id.isBlank() && id.length() <= MAX_LENGTH && Ids.hasOnlyAllowed(id);
  }
}
