package io.awaken.core.context;

import io.awaken.core.message.Message;
import io.awaken.core.tool.ToolDescriptor;
import java.util.List;

/**
 * Estimates how many tokens a model reads for each part of a request. All decisions about the
 * context window use the same estimator: {@link #HEURISTIC} unless the runtime is given another,
 * such as the exact tokenizer of a model.
 *
 * <p>Implementations are thread-safe, deterministic, and never fail. Estimates that are too low let
 * requests overflow the model's window.
 */
public interface TokenEstimator {

  /** Needs no vocabulary and fits every model roughly; see {@link HeuristicTokens}. */
  TokenEstimator HEURISTIC = new HeuristicTokens();

  /**
   * The tokens of a text, such as the system prompt.
   *
   * @param text null counts as 0
   */
  long of(String text);

  /** The tokens of a message with all of its blocks and tool calls. */
  long of(Message message);

  /** The tokens of a tool's name, description and argument schema. */
  long of(ToolDescriptor tool);

  /** The tokens of all messages together. */
  default long ofMessages(List<Message> messages) {
    long tokens = 0;
    for (Message message : messages) {
      tokens += of(message);
    }
    return tokens;
  }

  /** The tokens of all tools together. */
  default long ofTools(List<ToolDescriptor> tools) {
    long tokens = 0;
    for (ToolDescriptor tool : tools) {
      tokens += of(tool);
    }
    return tokens;
  }
}
