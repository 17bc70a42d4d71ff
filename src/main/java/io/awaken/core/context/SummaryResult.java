package io.awaken.core.context;

import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.store.thread.ThreadStore.Place;
import java.util.List;

/**
 * A summary made in the background, to be committed by a run. Contains none of the replaced
 * messages.
 *
 * @param system system messages that stay
 * @param lastId the last replaced message
 * @param place position of that message in the thread
 * @param tokens tokens of the replaced messages
 * @param base the state of the thread when it was made
 * @param text text of the summariser
 * @param usage tokens of the summariser; null when its provider reported none
 */
public record SummaryResult(
    List<Message> system,
    String lastId,
    Place place,
    long tokens,
    Base base,
    String text,
    TokenUsage usage) {

  /**
   * State that must be unchanged when the summary is committed: otherwise another run has written
   * one, or has superseded messages.
   *
   * @param replaced number of the thread's replaced messages
   * @param superseded number of superseded messages among them
   */
  public record Base(long replaced, long superseded) {}
}
