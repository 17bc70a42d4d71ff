package io.awaken.core.action;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * A history that was made smaller because the model refused it: what takes the place of the
 * thread's first messages from then on. The messages themselves stay stored.
 *
 * @param replaces how many of the thread's messages it stands for, counted from the first
 * @param superseded how many of these were superseded then: when there are more, it stands for
 *     messages that are not read any more, and so for nothing
 * @param messages what stands for them
 */
public record RecoveredHistory(long replaces, long superseded, List<Message> messages) {

  public static final RecoveredHistory NONE = new RecoveredHistory(0, 0, List.of());

  public RecoveredHistory {
    messages = List.copyOf(messages);
  }
}
