package io.awaken.protocol.aisdk.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.RunId;
import java.util.List;

/**
 * A parsed chat request (features row 237).
 *
 * @param threadId the conversation; null for a new one
 * @param agentId null if the request names none
 * @param input the new input
 * @param tools the front-end tools
 */
public record ChatRequest(String threadId, String agentId, Input input, List<ClientTool> tools) {

  /** The new input of a request. */
  public sealed interface Input {}

  /**
   * User messages after the last answer, oldest first; the server may have all but the last one.
   */
  public record NewMessages(List<UserMessage> messages) implements Input {}

  /** A message that replaces an earlier one and all that followed it. */
  public record Edited(String messageId, UserMessage message) implements Input {}

  /** The last user message is answered again; what followed it is discarded. */
  public record Regenerate(UserMessage message) implements Input {}

  /** Answers to suspensions of a run. */
  public record Answered(RunId run, List<Answer> answers) implements Input {}

  /**
   * A user message.
   *
   * @param index its index in the request
   * @param id the client's id; null for none
   * @param message its content
   * @param parts the index of each of its blocks in the request
   */
  public record UserMessage(int index, String id, Message message, List<Integer> parts) {}

  /** An answer to a suspension, or the output of a front-end tool. */
  public sealed interface Answer {}

  /**
   * An approval or a denial.
   *
   * @param field the field of the answer in the request
   * @param suspensionId the suspension
   * @param approved true for approval
   * @param payload the value that the suspension requests; null for none
   * @param reason null for none
   */
  public record Approval(
      String field, String suspensionId, boolean approved, JsonNode payload, String reason)
      implements Answer {}

  /**
   * The result of a front-end tool call.
   *
   * @param callId the call
   * @param output the result; null if it failed
   * @param errorText the reason of a failure; null otherwise
   */
  public record Output(String callId, JsonNode output, String errorText) implements Answer {}
}
