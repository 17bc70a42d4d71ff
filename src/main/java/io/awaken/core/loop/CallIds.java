package io.awaken.core.loop;

import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.Ids;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes the ids that providers give to tool calls unique within a thread. */
final class CallIds {

  private static final int MAX_LENGTH = 64;

  private final Set<String> used = new HashSet<>();

  static CallIds of(List<Message> history) {
    var ids = new CallIds();
    for (Message message : history) {
      for (ToolCall call : message.toolCalls()) {
        ids.used.add(call.id());
      }
    }
    return ids;
  }

  /** The provider's id if it is fit and new, else one made from it and the step. */
  String unique(String providerId, int step) {
    String base = fit(providerId) ? providerId : "call";
    String id = base;
    for (int n = 1; !used.add(id); n++) {
      id = base + "-" + step + (n == 1 ? "" : "." + n);
    }
    return id;
  }

  private static boolean fit(String id) {
    return id != null && !id.isBlank() && id.length() <= MAX_LENGTH && Ids.hasOnlyAllowed(id);
  }
}
