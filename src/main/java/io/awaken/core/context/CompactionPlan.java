package io.awaken.core.context;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.spec.CompactionMode;
import io.awaken.core.spec.ContextWindowPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which messages of a conversation a summary shall take the place of (features rows 152, 153). It
 * ends only where every tool call has its result, and before what the model has not answered yet.
 * Immutable; the same conversation and policy give the same plan.
 *
 * @param system system messages among them, which stay as they are
 * @param earlier the text of the earlier summary that it continues; null for none
 * @param messages those to summarise, oldest first, without internal ones
 * @param last the last message that is covered; what is behind it stays as it is
 * @param tokens of all that the summary takes the place of, the earlier summary included
 */
public record CompactionPlan(
    List<Message> system, String earlier, List<Message> messages, Message last, long tokens) {

  /** A summary must save so many tokens (features row 155). */
  static final long MIN_GAIN = 1_024;

  /**
   * @param history oldest first, as it is sent
   * @param most tokens that a summariser can read at once, the earlier summary included; only what
   *     comes first is then covered, but at least up to the first place where it may end
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
   * Whether a summary is worth having (features row 155): it saves {@value #MIN_GAIN} tokens at
   * least, and more than a part of those that it takes the place of.
   *
   * @param summary its tokens, estimated before and counted after it was made
   */
  public boolean worth(long summary, double minSavingsRatio) {
    long gain = tokens - summary;
    return gain >= MIN_GAIN && gain > minSavingsRatio * tokens;
  }

  /** Where it must end at the latest: what the model has not answered is not summarised. */
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
        // Results that the model has not read keep their calls with them.
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
