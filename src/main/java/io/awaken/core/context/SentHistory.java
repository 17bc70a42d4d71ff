package io.awaken.core.context;

import io.awaken.core.message.Message;
import io.awaken.core.message.MessageLog;
import io.awaken.core.message.Role;
import java.util.AbstractList;
import java.util.HashSet;
import java.util.List;
import java.util.RandomAccess;
import java.util.Set;

/**
 * A conversation that grows, as a model is sent it: long results of tools are cut once the model
 * has answered them (features row 151). Results that it has not answered yet are whole, or it would
 * never read them. Each message is looked at once, so that a step costs what is new. Used by one
 * thread at a time.
 */
public final class SentHistory {

  /** What the model has answered, as it is sent; null while that is the history itself. */
  private MessageLog answered;

  private int seen;
  private int settled;
  private long saved;

  /**
   * @param history the same messages as before, and those that were appended since
   * @return the history itself when nothing of it is cut; unmodifiable
   */
  public List<Message> of(List<Message> history, TokenEstimator estimator) {
    for (; seen < history.size(); seen++) {
      if (history.get(seen).role() == Role.ASSISTANT) {
        settle(history, seen, estimator);
      }
    }
    return answered == null ? history : new Joined(answered.now(), history);
  }

  private void settle(List<Message> history, int to, TokenEstimator estimator) {
    for (int i = settled; i < to; i++) {
      Message whole = history.get(i);
      Message sent = ArtifactCompaction.of(whole, estimator);
      if (sent != whole) {
        saved += estimator.of(whole) - estimator.of(sent);
        answered = answered == null ? new MessageLog(history.subList(0, i)) : answered;
      }
      if (answered != null) {
        answered.append(List.of(sent));
      }
    }
    settled = to;
  }

  /** The tokens by which what is sent is shorter. */
  public long saved() {
    return saved;
  }

  /** Calls whose results the model has not answered yet. */
  public Set<String> unanswered(List<Message> history) {
    var calls = new HashSet<String>();
    for (int i = settled; i < history.size(); i++) {
      if (history.get(i).toolCallId() != null) {
        calls.add(history.get(i).toolCallId());
      }
    }
    return calls;
  }

  /** The first list, and of the second what is behind as many messages. */
  private static final class Joined extends AbstractList<Message> implements RandomAccess {
    private final List<Message> first;
    private final List<Message> all;

    Joined(List<Message> first, List<Message> all) {
      this.first = first;
      this.all = all;
    }

    @Override
    public Message get(int index) {
      return index < first.size() ? first.get(index) : all.get(index);
    }

    @Override
    public int size() {
      return all.size();
    }
  }
}
