package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.context.ConversationSummary;
import io.awaken.core.context.HistoryWindow;
import io.awaken.core.message.CallHistory;
import io.awaken.core.message.CallHistory.HistoryMemo;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageLog;
import io.awaken.core.message.MessageMetadata;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run with a history that its store has already checked. */
class HistoryLoaderTest {

  @Test
  void aHistoryThatHasNoSummariesIsNotRead() {
    HistoryWindow window = window(new Unread());

    HistoryWindow kept = HistoryLoader.repaired(HistoryLoader.withoutSummaries(window), List.of());

    assertThat(kept).isSameAs(window);
  }

  @Test
  void theSummariesOfAHistoryAreLeftOut() {
    Message user = Message.user("m", "How warm is it?");
    var log = new MessageLog();
    log.append(List.of(user));
    log.append(
        List.of(ConversationSummary.message(1, "It was warm.", new MessageMetadata("r", 1, "a"))));

    assertThat(HistoryLoader.withoutSummaries(window(log.now())).messages()).containsExactly(user);
  }

  private static HistoryWindow window(List<Message> messages) {
    return new HistoryWindow(messages, 0, false, false);
  }

  /** A long history whose messages must not be read. */
  private static final class Unread extends AbstractList<Message> implements CallHistory {
    @Override
    public Message get(int index) {
      throw new AssertionError("the message at " + index + " was read");
    }

    @Override
    public int size() {
      return 1_000;
    }

    @Override
    public boolean whole() {
      return true;
    }

    @Override
    public int nextCall(int from) {
      return size();
    }

    @Override
    public boolean hasInternalSystemMessages() {
      return false;
    }

    @Override
    public HistoryMemo memo() {
      return new HistoryMemo();
    }
  }
}
