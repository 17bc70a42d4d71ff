package io.awaken.core.model;

import io.awaken.core.message.Message;
import io.awaken.core.tool.ToolDescriptor;
import java.util.List;

/**
 * What a model is asked.
 *
 * @param model the provider's own name of the model
 * @param system the instruction before the conversation; null for none
 * @param messages the conversation, oldest first; never changed after it was handed over
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
    // A history is persistent already and may be long: it is not copied.
    tools = List.copyOf(tools);
  }
}
