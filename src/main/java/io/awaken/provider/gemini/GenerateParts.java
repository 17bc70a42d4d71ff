package io.awaken.provider.gemini;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Media.AudioBlock;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.Media.VideoBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.MediaSource;
import io.awaken.provider.http.ToolArguments;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the parts of messages. Each part of the model is sent back with its signature; thinking
 * without one is omitted. For one request.
 */
final class GenerateParts {

  /** Field of a part's signature, on the wire and in metadata. */
  static final String SIGNATURE = "thoughtSignature";

  /** Field of the id that the provider gave a call, if any. */
  static final String CALL_ID = "id";

  /** Field in the metadata of content: the number of the answer's calls before it. */
  static final String CALLS_BEFORE = "callsBefore";

  /** Replaces the signature of a call that another provider's model made. */
  private static final String UNSIGNED = "skip_thought_signature_validator";

  private final JsonGenerator json;
  private final String providerId;
  private final boolean needsSignatures;
  private final GenerateMedia media;
  private final Map<String, ToolCall> calls = new HashMap<>();

  GenerateParts(JsonGenerator json, LlmRequest request, String providerId) {
    this.json = json;
    this.providerId = providerId;
    this.needsSignatures = GenerateThinking.needsSignatures(request.model());
    this.media = new GenerateMedia(json, request);
  }

  /** Whether the message has content to send. */
  static boolean isSendable(Message message) {
    return message.role() == Role.TOOL
        || !message.toolCalls().isEmpty()
        || message.content().stream().anyMatch(GenerateParts::isSendable);
  }

  private static boolean isSendable(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> !text.text().isEmpty();
      case ContentBlock.Thinking thinking -> thinking.signature() != null;
      case ContentBlock.Source source -> true;
      case Media medium -> true;
    };
  }

  void text(String text) throws IOException {
    json.writeStartObject();
    json.writeStringField("text", text);
    json.writeEndObject();
  }

  /** A user message. */
  void ofUser(Message message) throws IOException, InferenceException {
    for (int i = 0; i < message.content().size(); i++) {
      switch (message.content().get(i)) {
        case ContentBlock.Text text -> {
          if (isSendable(text)) {
            text(ConversationText.of(message, text));
          }
        }
        case ContentBlock.Thinking thinking -> {
          // Only the model thinks on this wire.
        }
        case ContentBlock.Source source -> text(ConversationText.of(source));
        case Media medium -> {
          media.begin(message, i, medium);
          json.writeEndObject();
        }
      }
    }
  }

  /** A message of the model: its content and its calls, in the order of the answer. */
  void ofModel(Message message) throws IOException, InferenceException {
    List<ToolCall> made = message.toolCalls();
    boolean unsigned = needsSignatures && made.stream().noneMatch(call -> signature(call) != null);
    int written = 0;
    for (int i = 0; i < message.content().size(); i++) {
      ContentBlock block = message.content().get(i);
      if (!isSendable(block)) {
        continue;
      }
      int before = Math.min(callsBefore(block), made.size());
      for (; written < before; written++) {
        call(made.get(written), unsigned && written == 0);
      }
      switch (block) {
        case ContentBlock.Text text -> {
          json.writeStartObject();
          json.writeStringField("text", text.text());
          signed(text.providerMetadata());
        }
        case ContentBlock.Thinking thinking -> thought(thinking);
        case ContentBlock.Source source -> {
          json.writeStartObject();
          json.writeStringField("text", ConversationText.of(source));
        }
        case Media medium when GenerateMedia.refuses(medium) != null -> {
          // Another provider's model made it.
          json.writeStartObject();
          json.writeStringField("text", ConversationText.of(medium));
        }
        case Media medium -> {
          media.begin(message, i, medium);
          signed(medium.providerMetadata());
        }
      }
      json.writeEndObject();
    }
    for (; written < made.size(); written++) {
      call(made.get(written), unsigned && written == 0);
    }
  }

  private int callsBefore(ContentBlock block) {
    JsonNode own = ProviderMetadata.get(block.providerMetadata(), providerId);
    return own == null ? 0 : own.path(CALLS_BEFORE).asInt();
  }

  /** A signature without text arrived in a part of its own and is sent back in one. */
  private void thought(ContentBlock.Thinking thinking) throws IOException {
    json.writeStartObject();
    json.writeStringField("text", thinking.thinking());
    if (!thinking.thinking().isEmpty()) {
      json.writeBooleanField("thought", true);
    }
    json.writeStringField(SIGNATURE, thinking.signature());
  }

  private void call(ToolCall call, boolean unsigned) throws IOException {
    calls.put(call.id(), call);
    json.writeStartObject();
    json.writeObjectFieldStart("functionCall");
    callId(call);
    json.writeStringField("name", call.name());
    json.writeFieldName("args");
    json.writeTree(ToolArguments.object(call.arguments()));
    json.writeEndObject();
    if (unsigned) {
      json.writeStringField(SIGNATURE, UNSIGNED);
    } else {
      signed(call.providerMetadata());
    }
    json.writeEndObject();
  }

  /** The result of an earlier call: an object unchanged, anything else as {@code output}. */
  void result(Message message) throws IOException {
    ToolCall call = calls.get(message.toolCallId());
    json.writeStartObject();
    json.writeObjectFieldStart("functionResponse");
    if (call != null) {
      callId(call);
    }
    json.writeStringField("name", nameOf(message));
    json.writeFieldName("response");
    String text = ConversationText.of(message);
    JsonNode parsed = ToolArguments.parsed(text);
    if (parsed.isObject() && !text.isBlank()) {
      json.writeTree(parsed);
    } else {
      json.writeStartObject();
      json.writeStringField("output", text);
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Media of a result, since a result contains only text on this wire. */
  void mediaOf(Message result) throws IOException, InferenceException {
    text("From the result of " + nameOf(result) + ":");
    for (int i = 0; i < result.content().size(); i++) {
      if (result.content().get(i) instanceof Media medium) {
        media.begin(result, i, medium);
        json.writeEndObject();
      }
    }
  }

  private String nameOf(Message result) {
    ToolCall call = calls.get(result.toolCallId());
    return call == null ? result.toolCallId() : call.name();
  }

  private void callId(ToolCall call) throws IOException {
    JsonNode own = ProviderMetadata.get(call.providerMetadata(), providerId);
    if (own != null && own.path(CALL_ID).isTextual()) {
      json.writeStringField(CALL_ID, own.path(CALL_ID).textValue());
    }
  }

  private void signed(ObjectNode metadata) throws IOException {
    String signature = signature(metadata);
    if (signature != null) {
      json.writeStringField(SIGNATURE, signature);
    }
  }

  private String signature(ToolCall call) {
    return signature(call.providerMetadata());
  }

  private String signature(ObjectNode metadata) {
    JsonNode own = ProviderMetadata.get(metadata, providerId);
    return own == null ? null : own.path(SIGNATURE).textValue();
  }

  /**
   * Writes media: images, audio, video and PDF as bytes or URL, text documents as text. Bytes are
   * encoded while they are written. For one request.
   */
  static final class GenerateMedia {

    private static final String PDF = "application/pdf";

    private final JsonGenerator json;
    private final MediaSource source;

    GenerateMedia(JsonGenerator json, LlmRequest request) {
      this.json = json;
      this.source = new MediaSource("gemini", request);
    }

    /** Writes a part and leaves it open. */
    void begin(Message message, int index, Media media) throws IOException, InferenceException {
      source.require(message, index, refuses(media));
      String type = media.mediaType() == null ? "" : media.mediaType();
      byte[] bytes = source.bytes(media);
      if (bytes == null) {
        begin("fileData", type);
        json.writeStringField("fileUri", media.url());
        json.writeEndObject();
        return;
      }
      if (media instanceof DocumentBlock document && DocumentBlock.isText(type)) {
        json.writeStartObject();
        json.writeStringField("text", ConversationText.of(document, bytes));
        return;
      }
      begin("inlineData", type);
      json.writeFieldName("data");
      json.writeBinary(bytes);
      json.writeEndObject();
    }

    /** As {@link io.awaken.provider.http.ModelWire#refuses} says. */
    static String refuses(Media media) {
      String type = media.mediaType() == null ? "" : media.mediaType();
      boolean fits =
          MediaSource.byUrl(media)
              || switch (media) {
                case ImageBlock image -> type.startsWith("image/");
                case AudioBlock audio -> type.startsWith("audio/");
                case VideoBlock video -> type.startsWith("video/");
                case DocumentBlock document -> type.equals(PDF) || document.isText();
              };
      if (fits) {
        return null;
      }
      return media instanceof DocumentBlock
          ? "takes documents as PDF or text only"
          : "takes no media without its media type";
    }

    private void begin(String field, String type) throws IOException {
      json.writeStartObject();
      json.writeObjectFieldStart(field);
      if (!type.isEmpty()) {
        json.writeStringField("mimeType", type);
      }
    }
  }
}
