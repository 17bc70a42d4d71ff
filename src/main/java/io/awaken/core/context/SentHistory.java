package io.awaken.core.context;

import io.awaken.core.message.CallHistory;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageLog;
import io.awaken.core.message.Role;
import java.util.AbstractList;
import java.util.HashSet;
import java.util.List;
import java.util.RandomAccess;
import java.util.Set;

/**
 * The sent form of a growing conversation, and its tokens: long tool results are cut once the model
 * has answered them (features row 151). Unanswered results stay whole, so that the model reads them
 * once. Each message is estimated once, so a step costs only its new messages; if the store keeps
 * the conversation in memory, a run continues from the cached facts of the previous one. Used by
 * one thread at a time.
 */
public final class SentHistory {

  private final TokenEstimator estimator;

  /** The sent form of the answered part; null while it equals the history. */
  private MessageLog answered;

  private int seen;
  private int settled;
  private long whole;
  private long saved;

  SentHistory(TokenEstimator estimator) {
    this.estimator = estimator;
  }

  /** For a conversation that starts with this history; cached facts are reused. */
  public static SentHistory beginning(List<Message> history, TokenEstimator estimator) {
    if (!(history instanceof CallHistory known)) {
      return new SentHistory(estimator);
    }
    return known
        .memo()
        .get(CachedBeginning.class, () -> new CachedBeginning(estimator))
        .of(history, estimator);
  }

  /** A copy that grows independently. */
  SentHistory copy() {
    var copy = new SentHistory(estimator);
    copy.answered = answered == null ? null : new MessageLog(answered.now());
    copy.seen = seen;
    copy.settled = settled;
    copy.whole = whole;
    copy.saved = saved;
    return copy;
  }

  /** The number of processed messages. */
  int seen() {
    return seen;
  }

  /**
   * @param history the earlier messages and the appended ones
   * @return the history itself when nothing is cut; unmodifiable
   */
  public List<Message> of(List<Message> history) {
    read(history);
    return answered == null ? history : new Joined(answered.now(), history);
  }

  void read(List<Message> history) {
    for (; seen < history.size(); seen++) {
      Message message = history.get(seen);
      if (message.role() == Role.ASSISTANT) {
        settle(history, seen);
      }
      whole += estimator.of(message);
    }
  }

  private void settle(List<Message> history, int to) {
    for (int i = settled; i < to; i++) {
      Message message = history.get(i);
      Message sent = ArtifactCompaction.of(message, estimator);
      if (sent != message) {
        saved += estimator.of(message) - estimator.of(sent);
        answered = answered == null ? new MessageLog(history.subList(0, i)) : answered;
      }
      if (answered != null) {
        answered.append(List.of(sent));
      }
    }
    settled = to;
  }

  /**
   * Estimated tokens of the sent form.
   *
   * @param history as for {@link #of}
   */
  public long tokens(List<Message> history) {
    read(history);
    return whole - saved;
  }

  /** Calls whose results the model has not answered yet. */
  public Set<String> unanswered(List<Message> history) {
    read(history);
    var calls = new HashSet<String>();
    for (int i = settled; i < history.size(); i++) {
      if (history.get(i).toolCallId() != null) {
        calls.add(history.get(i).toolCallId());
      }
    }
    return calls;
  }

  /** The first list, followed by the second one without as many messages at its start. */
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

  /**
   * Cached facts about a conversation that its store keeps in memory: its sent form and tokens. The
   * next run processes only appended messages. Thread-safe.
   */
  static final class CachedBeginning {

    private final TokenEstimator estimator;
    private final SentHistory read;

    CachedBeginning(TokenEstimator estimator) {
      this.estimator = estimator;
      this.read = new SentHistory(estimator);
    }

    /** The cached part of a history; a shorter one than before is processed from the start. */
    synchronized SentHistory of(List<Message> history, TokenEstimator asked) {
      if (asked != estimator || history.size() < read.seen()) {
        return new SentHistory(asked);
      }
      read.read(history);
      return read.copy();
    }
  }
}
