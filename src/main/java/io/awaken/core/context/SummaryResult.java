package io.awaken.core.context;

import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.store.thread.ThreadStore.Place;
import java.util.List;

/**
 * A summary that was made beside a run and is committed by one. It holds no message that it takes
 * the place of.
 *
 * @param system system messages that stay as they are
 * @param lastId the last message that it takes the place of
 * @param place of that message in the thread
 * @param tokens of all that it takes the place of
 * @param base the state of the thread that it was made for
 * @param text of the summariser
 * @param usage tokens of the summariser; null when its provider did not say
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
   * What must not have changed until the summary is committed: otherwise another run has written
   * one, or has taken messages out of the conversation.
   *
   * @param replaced how many of the thread's messages others stood for
   * @param superseded how many of them were superseded
   */
  public record Base(long replaced, long superseded) {}
}
