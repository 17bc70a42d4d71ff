package io.awaken.core.action;

import io.awaken.core.message.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * A history that was made smaller because the model refused it: what takes the place of the
 * thread's first messages from then on. The messages themselves stay stored.
 *
 * @param replaces how many of the thread's messages it stands for, counted from the first
 * @param messages what stands for them
 */
public record RecoveredHistory(long replaces, List<Message> messages) {

  public static final RecoveredHistory NONE = new RecoveredHistory(0, List.of());

  public RecoveredHistory {
    messages = List.copyOf(messages);
  }

  /** The history as the model shall read it. */
  public List<Message> applyTo(List<Message> stored) {
    if (replaces == 0) {
      return stored;
    }
    var history = new ArrayList<>(messages);
    history.addAll(stored.subList((int) Math.min(replaces, stored.size()), stored.size()));
    return history;
  }
}
