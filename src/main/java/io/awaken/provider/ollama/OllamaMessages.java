package io.awaken.provider.ollama;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.MediaSource;
import io.awaken.provider.http.ReasoningReplay;
import io.awaken.provider.http.ToolArguments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes messages: text, images beside it, calls, and results with the name of their tool.
 * Reasoning is sent back with the calls that follow it, as models expect, unless the provider's
 * document says otherwise. For one request, in order.
 */
final class OllamaMessages {

  private final JsonGenerator json;
  private final MediaSource media;
  private final ReasoningReplay replay;
  private final Map<String, String> toolNames = new HashMap<>();

  OllamaMessages(JsonGenerator json, LlmRequest request, ReasoningReplay replay) {
    this.json = json;
    this.replay = replay;
    this.media = new MediaSource(OllamaAdapter.NAME, request);
  }

  void write(Message message) throws IOException, InferenceException {
    var images = new ArrayList<byte[]>();
    String content = content(message, images);
    json.writeStartObject();
    json.writeStringField("role", message.role().wire());
    json.writeStringField("content", content);
    if (!images.isEmpty()) {
      json.writeArrayFieldStart("images");
      for (byte[] image : images) {
        json.writeBinary(image);
      }
      json.writeEndArray();
    }
    if (message.role() == Role.TOOL) {
      String name = toolNames.get(message.toolCallId());
      if (name != null) {
        json.writeStringField("tool_name", name);
      }
      json.writeStringField("tool_call_id", message.toolCallId());
    }
    if (!message.toolCalls().isEmpty()) {
      // The wire has no signatures.
      String thought = replay == ReasoningReplay.ALWAYS ? ConversationText.thought(message) : "";
      if (!thought.isEmpty()) {
        json.writeStringField("thinking", thought);
      }
      calls(message.toolCalls());
    }
    json.writeEndObject();
  }

  /** Returns the text and adds images to a list; images of the model are described as text. */
  private String content(Message message, List<byte[]> images) throws InferenceException {
    var text = new StringBuilder();
    boolean plain = true;
    for (int i = 0; i < message.content().size(); i++) {
      String line =
          switch (message.content().get(i)) {
            case ContentBlock.Text part -> part.text();
            case ContentBlock.Thinking thinking -> "";
            case ContentBlock.Source source -> ConversationText.of(source);
            case Media block when message.role() == Role.ASSISTANT -> ConversationText.of(block);
            case Media block -> media(message, i, block, images);
          };
      boolean isText = message.content().get(i) instanceof ContentBlock.Text;
      if (!line.isEmpty()) {
        text.append(text.isEmpty() || (plain && isText) ? "" : "\n").append(line);
        plain = isText;
      }
    }
    return text.toString();
  }

  private String media(Message message, int index, Media block, List<byte[]> images)
      throws InferenceException {
    media.require(message, index, refuses(block));
    if (block instanceof DocumentBlock document) {
      return media.text(document);
    }
    images.add(media.bytes(block));
    return "";
  }

  /** As {@link io.awaken.provider.http.ModelWire#refuses} says. */
  static String refuses(Media block) {
    if (block instanceof DocumentBlock document) {
      String type = MediaSource.refusesType(document);
      if (type != null) {
        return type;
      }
      if (document.isText()) {
        return MediaSource.refusesUrl(document);
      }
    }
    return block instanceof ImageBlock
        ? MediaSource.refusesUrl(block)
        : "takes images and documents of text only";
  }

  private void calls(List<ToolCall> calls) throws IOException {
    json.writeArrayFieldStart("tool_calls");
    for (ToolCall call : calls) {
      toolNames.put(call.id(), call.name());
      json.writeStartObject();
      json.writeStringField("id", call.id());
      json.writeObjectFieldStart("function");
      json.writeStringField("name", call.name());
      json.writeFieldName("arguments");
      json.writeTree(ToolArguments.object(call.arguments()));
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
