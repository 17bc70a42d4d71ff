package io.awaken.core.context;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.spec.CompactionConfig.CompactionMode;
import io.awaken.core.spec.ContextWindowPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The messages of a conversation that a summary replaces (features rows 152, 153). It never
 * separates a call from its result, and excludes messages that the model has not answered.
 * Immutable; conversation and policy determine the plan.
 *
 * @param system system messages among them, which stay
 * @param earlier text of the earlier summary that it continues; null for none
 * @param messages messages to summarise, oldest first, without internal ones
 * @param last the last covered message; later ones stay
 * @param tokens tokens of everything that the summary replaces, including the earlier summary
 */
public record CompactionPlan(
    List<Message> system, String earlier, List<Message> messages, Message last, long tokens) {

  /** Minimum tokens that a summary must save (features row 155). */
  static final long MIN_GAIN = 1_024;

  /**
   * @param history the history as sent, oldest first
   * @param most maximum tokens for the summariser, including the earlier summary; longer histories
   *     are covered partly, but at least up to the first possible end
   * @return empty when there is nothing to summarise
   */
  public static Optional<CompactionPlan> of(
      List<Message> history, ContextWindowPolicy policy, long most, TokenEstimator estimator) {
    int end = end(history, limit(history, policy), most, estimator);
    List<Message> covered = history.subList(0, end);
    var system = new ArrayList<Message>();
    var messages = new ArrayList<Message>();
    String earlier = null;
    Message last = null;
    long tokens = 0;
    for (Message message : covered) {
      if (ConversationSummary.is(message)) {
        earlier = ConversationSummary.text(message);
        tokens += estimator.of(message);
      } else if (stays(message)) {
        system.add(message);
      } else {
        last = message;
        tokens += estimator.of(message);
        if (!message.internal()) {
          messages.add(message);
        }
      }
    }
    return messages.isEmpty()
        ? Optional.empty()
        : Optional.of(new CompactionPlan(system, earlier, messages, last, tokens));
  }

  /**
   * Whether a summary is worthwhile (features row 155): it must save at least {@value #MIN_GAIN}
   * tokens, and the required share of the replaced ones.
   *
   * @param summary its tokens, estimated before and counted afterwards
   */
  public boolean worth(long summary, double minSavingsRatio) {
    long gain = tokens - summary;
    return gain >= MIN_GAIN && gain > minSavingsRatio * tokens;
  }

  /** The latest possible end, since unanswered messages are not summarised. */
  private static int limit(List<Message> history, ContextWindowPolicy policy) {
    int raw =
        policy.compactionMode() == CompactionMode.COMPACT_TO_SAFE_FRONTIER
            ? 1
            : Math.max(1, policy.compactionRawSuffixMessages());
    int limit = history.size();
    boolean results = false;
    int newest = 0;
    boolean answered = false;
    for (int i = history.size() - 1; i >= 0 && (newest < raw || !answered); i--) {
      Message message = history.get(i);
      if (message.role() == Role.SYSTEM) {
        continue;
      }
      if (!answered && message.role() == Role.ASSISTANT) {
        answered = true;
        // Unread results stay together with their calls.
        limit = results ? i : limit;
      } else if (!answered) {
        results |= message.role() == Role.TOOL;
        limit = i;
      }
      if (++newest <= raw) {
        limit = Math.min(limit, i);
      }
    }
    return newest < raw ? 0 : limit;
  }

  private static int end(List<Message> history, int limit, long most, TokenEstimator estimator) {
    Set<String> open = new HashSet<>();
    int end = 0;
    long tokens = 0;
    for (int i = 0; i < limit && (tokens <= most || end == 0); i++) {
      Message message = history.get(i);
      message.toolCalls().forEach(call -> open.add(call.id()));
      open.remove(message.toolCallId());
      tokens += stays(message) ? 0 : estimator.of(message);
      if (open.isEmpty() && message.role() != Role.SYSTEM && (tokens <= most || end == 0)) {
        end = i + 1;
      }
    }
    return end;
  }

  /** The summariser reads the earlier summary, but no other system message. */
  private static boolean stays(Message message) {
    return message.role() == Role.SYSTEM && !ConversationSummary.is(message);
  }
}
