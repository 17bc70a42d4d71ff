package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.ToolCall;
import io.awaken.provider.http.CallOrder;
import io.awaken.provider.http.ConversationText;
import java.io.IOException;
import java.util.List;

/**
 * Writes messages of the model as their original items. Encrypted reasoning is sent back with its
 * id and in its original position among the calls, as the provider requires; reasoning at the end
 * of a message is omitted, since the provider rejects it. For one request.
 */
final class ResponsesReplay implements CallOrder.Writer {

  private static final String ID = "id";
  private static final String PHASE = "phase";

  private final JsonGenerator json;
  private final String providerId;

  ResponsesReplay(JsonGenerator json, String providerId) {
    this.json = json;
    this.providerId = providerId;
  }

  /**
   * Metadata for writing a block as its original item.
   *
   * @param id id of the item; null when it is not sent back
   * @param phase the provider's name for the phase of a text; null for none
   * @param callsBefore number of the answer's calls before the block
   * @return null for nothing
   */
  static ObjectNode metadata(String providerId, String id, String phase, int callsBefore) {
    ObjectNode own = JsonNodeFactory.instance.objectNode();
    if (id != null) {
      own.put(ID, id);
    }
    if (phase != null) {
      own.put(PHASE, phase);
    }
    CallOrder.note(own, callsBefore);
    return own.isEmpty() ? null : ProviderMetadata.of(providerId, own);
  }

  void items(Message message) throws IOException {
    CallOrder.write(message.content(), message.toolCalls(), providerId, this);
  }

  @Override
  public void block(ContentBlock block, List<ContentBlock> following, boolean callsFollow)
      throws IOException {
    if (!(block instanceof ContentBlock.Thinking thinking)) {
      text(ConversationText.of(block), own(block));
    } else if (callsFollow || spoken(following)) {
      reasoning(thinking, own(block));
    }
  }

  private static boolean spoken(List<ContentBlock> blocks) {
    return blocks.stream().anyMatch(block -> !ConversationText.of(block).isEmpty());
  }

  private void reasoning(ContentBlock.Thinking thinking, JsonNode own) throws IOException {
    if (thinking.encrypted() == null) {
      return;
    }
    json.writeStartObject();
    json.writeStringField("type", "reasoning");
    if (own.has(ID)) {
      json.writeStringField("id", own.get(ID).textValue());
    }
    json.writeArrayFieldStart("summary");
    if (!thinking.thinking().isEmpty()) {
      json.writeStartObject();
      json.writeStringField("type", "summary_text");
      json.writeStringField("text", thinking.thinking());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("encrypted_content", thinking.encrypted());
    json.writeEndObject();
  }

  private void text(String text, JsonNode own) throws IOException {
    if (text.isEmpty()) {
      return;
    }
    // The long form: some servers refuse the short one.
    json.writeStartObject();
    json.writeStringField("type", "message");
    json.writeStringField("role", "assistant");
    json.writeStringField("status", "completed");
    json.writeArrayFieldStart("content");
    json.writeStartObject();
    json.writeStringField("type", "output_text");
    json.writeStringField("text", text);
    json.writeArrayFieldStart("annotations");
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
    if (own.has(PHASE)) {
      json.writeStringField("phase", own.get(PHASE).textValue());
    }
    json.writeEndObject();
  }

  @Override
  public void call(ToolCall call) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "function_call");
    json.writeStringField("call_id", call.id());
    json.writeStringField("name", call.name());
    // Invalid JSON arguments are sent back as the original text, so that the model sees its
    // mistake.
    boolean text = call.arguments().isTextual();
    json.writeStringField(
        "arguments", text ? call.arguments().textValue() : call.arguments().toString());
    json.writeEndObject();
  }

  private JsonNode own(ContentBlock block) {
    JsonNode own = ProviderMetadata.get(block.providerMetadata(), providerId);
    return own == null ? MissingNode.getInstance() : own;
  }
}
