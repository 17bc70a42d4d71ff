package io.awaken.provider.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.ConversationTurns;
import io.awaken.provider.http.FormatSupport;
import io.awaken.provider.http.ToolArguments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds LangChain4j requests. The conversation has the form that every provider accepts:
 * instructions first, then alternating turns. For one request.
 */
final class BridgedRequests {

  private final LangChain4jSettings settings;
  private final MessageParts parts;
  private final List<ChatMessage> messages = new ArrayList<>();
  private final Map<String, String> toolNames = new HashMap<>();

  private BridgedRequests(LangChain4jSettings settings, LlmRequest request) {
    this.settings = settings;
    this.parts = new MessageParts(request);
  }

  /**
   * @param formats response formats that the model accepts
   * @param defaults the model's default parameters
   */
  static ChatRequest of(
      LlmRequest asked,
      LangChain4jSettings settings,
      FormatSupport formats,
      ChatRequestParameters defaults)
      throws InferenceException {
    LlmRequest request = AnswerFormats.worded(asked, formats);
    ChatRequest.Builder builder =
        ChatRequest.builder().messages(new BridgedRequests(settings, request).messages(request));
    AnswerFormats.add(builder, request, formats);
    if (!request.tools().isEmpty()) {
      builder.toolSpecifications(ToolSchemas.of(request.tools()));
    }
    // Some models accept no other name than their own.
    if (defaults == null || !request.model().equals(defaults.modelName())) {
      builder.modelName(request.model());
    }
    InferenceParameters parameters = request.parameters();
    if (parameters.temperature() != null) {
      builder.temperature(parameters.temperature());
    }
    if (parameters.topP() != null) {
      builder.topP(parameters.topP());
    }
    if (parameters.maxTokens() != null) {
      builder.maxOutputTokens(parameters.maxTokens());
    }
    return builder.build();
  }

  private List<ChatMessage> messages(LlmRequest request) throws InferenceException {
    var turns = ConversationTurns.of(request, BridgedRequests::sendable);
    if (!turns.system().isEmpty()) {
      messages.add(SystemMessage.from(String.join("\n\n", turns.system())));
    }
    for (ConversationTurns.Turn turn : turns.turns()) {
      if (turn.model()) {
        turn.messages().forEach(this::answer);
      } else {
        user(turn.messages());
      }
    }
    return messages;
  }

  private static boolean sendable(Message message) {
    return message.role() == Role.TOOL
        || !message.toolCalls().isEmpty()
        || ConversationText.hasMedia(message)
        || !ConversationText.of(message).isBlank();
  }

  /** Each result as a message, then everything else as one message. */
  private void user(List<Message> turn) throws InferenceException {
    var contents = new ArrayList<Content>();
    for (Message message : turn) {
      if (message.role() == Role.TOOL) {
        result(message);
        parts.mediaOf(message, contents);
      } else {
        parts.of(message, contents);
      }
    }
    if (!contents.isEmpty()) {
      messages.add(UserMessage.from(contents));
    }
  }

  private void result(Message message) {
    String name = toolNames.getOrDefault(message.toolCallId(), message.toolCallId());
    messages.add(
        ToolExecutionResultMessage.from(message.toolCallId(), name, ConversationText.of(message)));
  }

  /** Reasoning and attributes are sent back only with messages of this provider. */
  private void answer(Message message) {
    var answer = AiMessage.builder();
    String text = ConversationText.of(message);
    if (!text.isEmpty()) {
      answer.text(text);
    }
    if (!message.toolCalls().isEmpty()) {
      answer.toolExecutionRequests(message.toolCalls().stream().map(this::call).toList());
    }
    Map<String, Object> attributes = Attachments.of(settings.providerId(), message);
    if (attributes != null) {
      answer.attributes(attributes);
      String thought = ConversationText.thought(message);
      if (!thought.isEmpty()) {
        answer.thinking(thought);
      }
    }
    messages.add(answer.build());
  }

  private ToolExecutionRequest call(ToolCall call) {
    toolNames.put(call.id(), call.name());
    return ToolExecutionRequest.builder()
        .id(call.id())
        .name(call.name())
        .arguments(ToolArguments.object(call.arguments()).toString())
        .build();
  }
}
