package io.awaken.core.loop.activation;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The conversation for readers of a run: the newest messages, excluding those for the model only.
 * Stateless.
 */
final class ConversationSnapshot {

  /** Limit in bytes, because each snapshot is stored with the events. */
  static final long MAX_BYTES = 256 * 1024;

  private ConversationSnapshot() {}

  /** The loaded conversation with further messages. */
  static AgentEvent.MessagesSnapshot of(Activation run, List<Message> more) {
    var newestFirst = new ArrayList<Message>();
    boolean all = take(more, newestFirst) && take(run.history(), newestFirst);
    Collections.reverse(newestFirst);
    return new AgentEvent.MessagesSnapshot(newestFirst, !all || run.window().partial());
  }

  /** Whether some messages come from outside the run, so that no event contains them. */
  static boolean needed(List<Message> appended) {
    for (Message message : appended) {
      boolean input = message.role() == Role.USER || message.role() == Role.SYSTEM;
      if (input && !message.internal()) {
        return true;
      }
    }
    return false;
  }

  /** Approximate size of messages as JSON. */
  static long bytes(List<Message> messages) {
    return messages.stream().mapToLong(MessageBytes::ofContent).sum();
  }

  private static boolean take(List<Message> messages, List<Message> newestFirst) {
    long bytes = bytes(newestFirst);
    for (Message message : messages.reversed()) {
      bytes += message.internal() ? 0 : MessageBytes.ofContent(message);
      if (bytes > MAX_BYTES) {
        return false;
      }
      if (!message.internal()) {
        newestFirst.add(message);
      }
    }
    return true;
  }
}
