package io.awaken.core.context;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Selects the messages that are sent when a conversation has more tokens than fit (features rows
 * 148, 149). It works backwards from the newest message and stops at the first that does not fit.
 *
 * <ul>
 *   <li>Every system message is kept.
 *   <li>The newest messages that the policy requires are kept, even when they do not fit.
 *   <li>A tool call and all of its results are kept together or left out together.
 * </ul>
 *
 * <p>Hence the selection exceeds the budget only if the required messages do. Pure.
 */
public final class Truncation {

  private static final int NONE = -1;

  private final List<Message> messages;
  private final TokenEstimator estimator;
  private final int[] linked;
  private final BitSet kept;
  private long room;

  private Truncation(List<Message> messages, long budget, TokenEstimator estimator) {
    this.messages = messages;
    this.estimator = estimator;
    this.linked = linked(messages);
    this.kept = new BitSet(messages.size());
    this.room = budget;
  }

  /**
   * The messages to send, in order.
   *
   * @param messages oldest first
   * @param budget tokens for all of them; may be negative
   * @param minRecent number of newest messages to keep, without system messages
   */
  public static List<Message> of(
      List<Message> messages, long budget, int minRecent, TokenEstimator estimator) {
    var truncation = new Truncation(messages, budget, estimator);
    truncation.keepSystemMessages();
    truncation.keepNewest(minRecent);
    return truncation.selected();
  }

  private void keepSystemMessages() {
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i).role() == Role.SYSTEM) {
        keep(i);
      }
    }
  }

  private void keepNewest(int minRecent) {
    int recent = 0;
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i).role() == Role.SYSTEM) {
        continue;
      }
      boolean required = recent++ < minRecent;
      if (kept.get(i)) {
        continue;
      }
      if (!required && tokens(i) > room) {
        return;
      }
      for (int member = i; member != NONE; member = linked[member]) {
        keep(member);
      }
    }
  }

  private void keep(int index) {
    kept.set(index);
    room -= estimator.of(messages.get(index));
  }

  /** The tokens of a message and its group. */
  private long tokens(int last) {
    long tokens = 0;
    for (int member = last; member != NONE; member = linked[member]) {
      tokens += estimator.of(messages.get(member));
    }
    return tokens;
  }

  private List<Message> selected() {
    if (kept.cardinality() == messages.size()) {
      return messages;
    }
    var selected = new ArrayList<Message>(kept.cardinality());
    kept.stream().mapToObj(messages::get).forEach(selected::add);
    return List.copyOf(selected);
  }

  /**
   * Links each message of a group (a call and its results) to the next older one, ending at the
   * calling message; {@link #NONE} there and for all other messages.
   */
  private static int[] linked(List<Message> messages) {
    int[] older = new int[messages.size()];
    int[] newest = new int[messages.size()];
    Arrays.fill(older, NONE);
    Map<String, Integer> callers = new HashMap<>();
    for (int i = 0; i < messages.size(); i++) {
      Message message = messages.get(i);
      newest[i] = i;
      int index = i;
      message.toolCalls().forEach(call -> callers.put(call.id(), index));
      Integer caller = message.toolCallId() == null ? null : callers.get(message.toolCallId());
      if (caller != null) {
        older[i] = newest[caller];
        newest[caller] = i;
      }
    }
    return older;
  }
}
