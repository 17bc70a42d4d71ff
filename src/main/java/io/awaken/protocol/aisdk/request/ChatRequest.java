package io.awaken.protocol.aisdk.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.RunId;
import java.util.List;

/**
 * What a chat client wants (features row 237).
 *
 * @param threadId the conversation; null for a new one
 * @param agentId null where the request names none
 * @param input what is new
 * @param tools those that the client executes
 */
public record ChatRequest(String threadId, String agentId, Input input, List<ClientTool> tools) {

  /** What is new in a request. */
  public sealed interface Input {}

  /**
   * Messages of a person behind the last answer, oldest first; the server may know all but the
   * last.
   */
  public record Said(List<SaidMessage> messages) implements Input {}

  /** A message in the place of an earlier one, which counts no longer, nor what followed it. */
  public record Edited(String messageId, SaidMessage message) implements Input {}

  /** The last message is to be answered anew; what followed it counts no longer. */
  public record Again(SaidMessage message) implements Input {}

  /** Answers to what a run has asked. */
  public record Answered(RunId run, List<Answer> answers) implements Input {}

  /**
   * A message of a person.
   *
   * @param index where it is in the request
   * @param id the client's id of it; null for none
   * @param message what it says
   * @param parts where each of its blocks is in the request
   */
  public record SaidMessage(int index, String id, Message message, List<Integer> parts) {}

  /** An answer to a question, or the output of a tool that the client executes. */
  public sealed interface Answer {}

  /**
   * A question is answered with yes or no.
   *
   * @param field where it is in the request
   * @param suspensionId the question
   * @param approved yes
   * @param payload what the question wants beyond that; null for nothing
   * @param reason null for none
   */
  public record Approval(
      String field, String suspensionId, boolean approved, JsonNode payload, String reason)
      implements Answer {}

  /**
   * The client has executed a call, or failed to.
   *
   * @param callId the call
   * @param output what came out; null where it failed
   * @param errorText why it failed; null where it did not
   */
  public record Output(String callId, JsonNode output, String errorText) implements Answer {}
}
