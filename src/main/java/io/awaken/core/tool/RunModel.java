package io.awaken.core.tool;

import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import java.util.List;

/**
 * Calls the model of the agent that called a tool, outside the run's own conversation. Its usage
 * counts for the run. The answer is neither streamed nor stored. Thread-safe; blocks.
 */
@FunctionalInterface
public interface RunModel {

  /** Maximum bytes of a question, as {@link io.awaken.core.message.MessageBytes} counts them. */
  long MAX_QUESTION = 1 << 20;

  /** Maximum characters of an answer. */
  int MAX_ANSWER = 256 << 10;

  /** For calls outside of runs. */
  RunModel NONE =
      question -> {
        throw new ModelRefused(ModelRefused.NO_MODEL, "the call has no agent with a model");
      };

  /**
   * Calls with the agent's retries and fallbacks, and its settings where the question has none.
   *
   * @throws ModelRefused when there is no answer
   * @throws InterruptedException when the call ends meanwhile
   */
  Answer ask(Question question) throws ModelRefused, InterruptedException;

  /**
   * A question. The agent's own system prompt, conversation and tools are not sent.
   *
   * @param system the system prompt; null for none
   * @param messages at least one, without stored media
   * @param maxTokens maximum tokens of the answer; null for the agent's setting
   * @param temperature 0 to 2; null for the agent's setting
   * @param tools the asker's own tools, with names as the runtime's tools; only the asker executes
   *     their calls
   */
  record Question(
      String system,
      List<Message> messages,
      Integer maxTokens,
      Double temperature,
      List<ToolDescriptor> tools) {
    public Question {
      messages = List.copyOf(messages);
      tools = List.copyOf(tools);
    }

    /** A question without tools. */
    public Question(String system, List<Message> messages, Integer maxTokens, Double temperature) {
      this(system, messages, maxTokens, temperature, List.of());
    }
  }

  /**
   * The model's answer.
   *
   * @param model the id of the model that answered
   * @param cut whether the length limit cut it off
   * @param calls complete calls of the question's tools, or of others that the model made up
   */
  record Answer(String text, String model, boolean cut, List<ToolCall> calls) {
    public Answer {
      calls = List.copyOf(calls);
    }

    /** An answer without calls. */
    public Answer(String text, String model, boolean cut) {
      this(text, model, cut, List.of());
    }
  }
}
