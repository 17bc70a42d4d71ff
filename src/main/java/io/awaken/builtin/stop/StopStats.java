package io.awaken.builtin.stop;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.spec.Cost;
import io.awaken.core.text.CanonicalHash;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The statistics of a run (features row 142). Immutable; part of the run's state, so that it keeps
 * its counts on another node.
 *
 * @param stepCount answered model calls
 * @param totalInputTokens of all of them
 * @param totalOutputTokens of all of them
 * @param firstStepMillis start of the first step in epoch milliseconds; 0 before it
 * @param elapsedMs wall time since then
 * @param consecutiveErrors failed model calls since the last answered one
 * @param lastToolNames tools called by the last answer, in order; empty when it ends the run
 * @param lastResponseText text of the last answer; the state stores up to {@link #MAX_TEXT}
 *     characters
 * @param recentRounds the last rounds that policies compare, oldest first
 * @param totalCost cost of all model calls with prices; null without any
 */
public record StopStats(
    int stepCount,
    long totalInputTokens,
    long totalOutputTokens,
    long firstStepMillis,
    long elapsedMs,
    int consecutiveErrors,
    List<String> lastToolNames,
    String lastResponseText,
    List<RoundFingerprint> recentRounds,
    @JsonInclude(JsonInclude.Include.NON_NULL) Cost totalCost) {

  /** Maximum characters of an answer's text in the state. */
  static final int MAX_TEXT = 4_096;

  public static final StopStats NONE =
      new StopStats(0, 0, 0, 0, 0, 0, List.of(), "", List.of(), null);

  public StopStats {
    lastToolNames = List.copyOf(lastToolNames);
    recentRounds = List.copyOf(recentRounds);
  }

  /** Input and output tokens together. */
  public long totalTokens() {
    return totalInputTokens + totalOutputTokens;
  }

  /** Whether the last answer has no calls, so that the run ends by itself. */
  public boolean endsByItself() {
    return lastToolNames.isEmpty();
  }

  StopStats begun(long now) {
    return new StopStats(
        stepCount,
        totalInputTokens,
        totalOutputTokens,
        now,
        elapsedMs,
        consecutiveErrors,
        lastToolNames,
        lastResponseText,
        recentRounds,
        totalCost);
  }

  /**
   * @param usage null when the provider reported none
   * @param window number of rounds to keep
   */
  StopStats answered(Message answer, TokenUsage usage, long now, int window) {
    long first = firstStepMillis == 0 ? now : firstStepMillis;
    return new StopStats(
        stepCount + 1,
        totalInputTokens + input(usage),
        totalOutputTokens + output(usage),
        first,
        Math.max(0, now - first),
        0,
        answer.toolCalls().stream().map(ToolCall::name).toList(),
        answer.text(),
        window == 0 ? List.of() : last(RoundFingerprint.of(answer), window),
        usage == null ? totalCost : Cost.sum(totalCost, usage.cost()));
  }

  StopStats failed(long now) {
    long first = firstStepMillis == 0 ? now : firstStepMillis;
    return new StopStats(
        stepCount,
        totalInputTokens,
        totalOutputTokens,
        first,
        Math.max(0, now - first),
        consecutiveErrors + 1,
        lastToolNames,
        lastResponseText,
        recentRounds,
        totalCost);
  }

  /** A model call of a tool, which is no step. */
  StopStats used(TokenUsage usage, long now) {
    long first = firstStepMillis == 0 ? now : firstStepMillis;
    return new StopStats(
        stepCount,
        totalInputTokens + input(usage),
        totalOutputTokens + output(usage),
        first,
        Math.max(0, now - first),
        consecutiveErrors,
        lastToolNames,
        lastResponseText,
        recentRounds,
        Cost.sum(totalCost, usage.cost()));
  }

  /** The form for the state. */
  StopStats stored() {
    return lastResponseText.length() <= MAX_TEXT
        ? this
        : new StopStats(
            stepCount,
            totalInputTokens,
            totalOutputTokens,
            firstStepMillis,
            elapsedMs,
            consecutiveErrors,
            lastToolNames,
            beginning(lastResponseText),
            recentRounds,
            totalCost);
  }

  /** Does not split a surrogate pair, which no store accepts. */
  private static String beginning(String text) {
    int end = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT;
    return text.substring(0, end);
  }

  private List<RoundFingerprint> last(RoundFingerprint round, int window) {
    var rounds = new ArrayList<>(recentRounds);
    rounds.add(round);
    int surplus = Math.max(0, rounds.size() - window);
    return rounds.subList(surplus, rounds.size());
  }

  private static long input(TokenUsage usage) {
    if (usage == null) {
      return 0;
    }
    if (usage.promptTokens() != null) {
      return usage.promptTokens();
    }
    return usage.totalTokens() == null ? 0 : usage.totalTokens() - output(usage);
  }

  private static long output(TokenUsage usage) {
    return usage == null || usage.completionTokens() == null ? 0 : usage.completionTokens();
  }

  /**
   * A short fingerprint of a round: equal prints mean equal calls or equal text.
   *
   * @param calls print of its tool calls, independent of their order and that of their arguments;
   *     empty for none
   * @param text print of its text without surrounding space; empty for none
   */
  public record RoundFingerprint(String calls, String text) {

    private static final int DIGITS = 32;

    static RoundFingerprint of(Message answer) {
      List<String> calls =
          answer.toolCalls().stream()
              .map(call -> call.name() + canonical(call.arguments()))
              .sorted()
              .toList();
      return new RoundFingerprint(print(String.join("\n", calls)), print(answer.text().strip()));
    }

    private static String print(String text) {
      return text.isEmpty() ? "" : CanonicalHash.ofText(text).substring(0, DIGITS);
    }

    /** JSON text with sorted fields. */
    private static String canonical(JsonNode json) {
      var text = new StringBuilder();
      append(text, json);
      return text.toString();
    }

    private static void append(StringBuilder text, JsonNode json) {
      if (json.isObject()) {
        text.append('{');
        var names = new TreeSet<String>();
        json.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
          // Quoted as JSON, so that names are unambiguous.
          text.append(TextNode.valueOf(name)).append(':');
          append(text, json.get(name));
          text.append(',');
        }
        text.append('}');
      } else if (json.isArray()) {
        text.append('[');
        for (JsonNode element : json) {
          append(text, element);
          text.append(',');
        }
        text.append(']');
      } else {
        text.append(json);
      }
    }
  }
}
