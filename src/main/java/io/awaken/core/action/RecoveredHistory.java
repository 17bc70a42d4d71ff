package io.awaken.core.action;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * A history that was shrunk because the model refused it: replaces the thread's first messages from
 * then on. The messages themselves stay stored.
 *
 * @param replaces how many of the thread's first messages it replaces
 * @param superseded how many of these were superseded then; if there are more now, the replacement
 *     is void, since it covers messages that are no longer read
 * @param messages the replacement
 */
public record RecoveredHistory(long replaces, long superseded, List<Message> messages) {

  public static final RecoveredHistory NONE = new RecoveredHistory(0, 0, List.of());

  public RecoveredHistory {
    messages = List.copyOf(messages);
  }
}
