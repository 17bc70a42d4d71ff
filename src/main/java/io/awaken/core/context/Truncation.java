package io.awaken.core.context;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ContextWindowPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  /**
   * Selects the messages to send when there are too many (features rows 148, 151): first by {@link
   * Truncation}; if the required ones are still too long, unanswered long results are cut, too.
   * Pure.
   */
  public static final class ContextSelection {

    private ContextSelection() {}

    /**
     * @param messages oldest first; answered long results are already cut
     * @param budget tokens for all of them; may be negative
     * @param minRecent number of newest messages to keep, without system messages
     */
    public static List<Message> of(
        List<Message> messages, long budget, int minRecent, TokenEstimator estimator) {
      List<Message> sent = Truncation.of(messages, budget, minRecent, estimator);
      if (estimator.ofMessages(sent) <= budget) {
        return sent;
      }
      List<Message> shorter = ArtifactCompaction.of(messages, Set.of(), estimator);
      return shorter == messages ? sent : Truncation.of(shorter, budget, minRecent, estimator);
    }
  }

  /**
   * Shrinks a request that the model refused as too long (features row 1040): cuts all long
   * results, and each attempt omits older messages until a smaller share of the tokens is left.
   * Pure.
   */
  public static final class ContextShrink {

    /** Maximum attempts before the refusal is final. */
    public static final int ATTEMPTS = 3;

    /** The share of the refused tokens that each attempt sends. */
    public static final double PART = 0.6;

    private ContextShrink() {}

    /**
     * @param refused the messages that the model refused
     * @param attempt counted from 1
     * @param minRecent number of newest messages to keep; halved by each attempt
     * @return messages with fewer tokens; the same list when nothing can be omitted
     */
    public static List<Message> of(
        List<Message> refused, int attempt, int minRecent, TokenEstimator estimator) {
      long before = estimator.ofMessages(refused);
      List<Message> cut = ArtifactCompaction.of(refused, Set.of(), estimator);
      int recent = Math.max(1, minRecent >> attempt);
      List<Message> sent = Truncation.of(cut, (long) (before * PART), recent, estimator);
      return estimator.ofMessages(sent) < before ? sent : refused;
    }
  }

  /** The tokens of a context window available for messages (features row 147). Pure. */
  public static final class ContextBudget {

    private ContextBudget() {}

    /**
     * The window minus answer, tools and system prompt. The answer reserves what the policy or the
     * request allows, whichever is more.
     *
     * @return estimated tokens; may be negative
     */
    public static long of(
        ContextWindowPolicy policy, LlmRequest request, TokenEstimator estimator) {
      Integer allowed = request.parameters().maxTokens();
      int answer =
          allowed == null ? policy.maxOutputTokens() : Math.max(allowed, policy.maxOutputTokens());
      return (long) policy.maxContextTokens()
          - answer
          - estimator.ofTools(request.tools())
          - estimator.of(request.system());
    }
  }
}
