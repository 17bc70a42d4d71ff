package io.awaken.core.tool;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * Asks the model of the agent that called a tool, beside the run's own conversation. What that uses
 * counts as the run's. The answer is neither streamed nor stored. Thread-safe; blocks.
 */
@FunctionalInterface
public interface RunModel {

  /** Bytes of a question, as {@link io.awaken.core.message.MessageBytes} counts them. */
  long MAX_QUESTION = 1 << 20;

  /** Characters of an answer. */
  int MAX_ANSWER = 256 << 10;

  /** Of a call that belongs to no run. */
  RunModel NONE =
      question -> {
        throw new ModelRefused(ModelRefused.NO_MODEL, "the call has no agent whose model is asked");
      };

  /**
   * Asks with the retries and fallbacks of the agent, and its settings where the question has none.
   *
   * @throws ModelRefused when there is no answer
   * @throws InterruptedException when the call is over meanwhile
   */
  Answer ask(Question question) throws ModelRefused, InterruptedException;

  /**
   * What is asked. The agent's own instruction, conversation and tools are not sent.
   *
   * @param system the instruction; null for none
   * @param messages at least one; they refer to no stored media
   * @param maxTokens of the answer; null for what the agent says
   * @param temperature 0 to 2; null for what the agent says
   */
  record Question(String system, List<Message> messages, Integer maxTokens, Double temperature) {
    public Question {
      messages = List.copyOf(messages);
    }
  }

  /**
   * What the model said.
   *
   * @param model the id of the model that answered
   * @param cut whether its length limit cut it off
   */
  record Answer(String text, String model, boolean cut) {}
}
