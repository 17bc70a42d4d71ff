package io.awaken.core.model;

import io.awaken.core.message.Message;
import io.awaken.core.tool.ToolDescriptor;
import java.util.List;

/**
 * What a model is asked.
 *
 * @param model the provider's own name of the model
 * @param system the instruction before the conversation; null for none
 * @param messages the conversation, oldest first
 * @param tools what it may call, in a stable order
 * @param parameters sampling settings
 */
public record LlmRequest(
    String model,
    String system,
    List<Message> messages,
    List<ToolDescriptor> tools,
    InferenceParameters parameters) {

  public LlmRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
  }
}
