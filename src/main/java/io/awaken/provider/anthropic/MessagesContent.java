package io.awaken.provider.anthropic;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Media.AudioBlock;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.Media.VideoBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.provider.http.CallOrder;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.MediaSource;
import io.awaken.provider.http.ReasoningReplay;
import io.awaken.provider.http.ToolArguments;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Writes the blocks of messages. Thinking is sent back as the provider signed or encrypted it;
 * without a signature only if the provider's document says so. Blank text is omitted, since the
 * provider rejects it. For one request.
 */
final class MessagesContent implements CallOrder.Writer {

  private final JsonGenerator json;
  private final MessagesMedia media;
  private final String providerId;
  private final ReasoningReplay replay;

  MessagesContent(JsonGenerator json, LlmRequest request, AnthropicAdapter.Options options) {
    this.json = json;
    this.providerId = options.providerId();
    this.replay = options.replay();
    this.media = new MessagesMedia(json, request);
  }

  /** Whether the message has content to send; thinking alone is not sent. */
  static boolean isSendable(Message message) {
    return message.role() == Role.TOOL
        || !message.toolCalls().isEmpty()
        || message.content().stream().anyMatch(MessagesContent::isSaid);
  }

  private static boolean isSaid(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> !text.text().isBlank();
      case ContentBlock.Thinking thinking -> false;
      case ContentBlock.Source source -> true;
      case Media media -> true;
    };
  }

  /** The messages of a user turn. */
  void ofUser(List<Message> messages, boolean markLast) throws IOException, InferenceException {
    for (Message message : messages) {
      boolean last = markLast && message == messages.getLast();
      if (message.role() == Role.TOOL) {
        result(message, last);
      } else {
        blocks(message, last);
      }
    }
  }

  /** The messages of a model turn. */
  void ofModel(List<Message> messages) throws IOException {
    for (Message message : messages) {
      CallOrder.write(message.content(), message.toolCalls(), providerId, this);
    }
  }

  /** Thinking at the end is left out: the provider requires content after it. */
  @Override
  public void block(ContentBlock block, List<ContentBlock> following, boolean callsFollow)
      throws IOException {
    if (block instanceof ContentBlock.Thinking thinking) {
      boolean leads = callsFollow || following.stream().anyMatch(MessagesContent::isSaid);
      if (leads && replay.sends(thinking)) {
        thinking(thinking);
      }
    } else if (isSaid(block)) {
      text(ConversationText.of(block), false);
    }
  }

  private void thinking(ContentBlock.Thinking thinking) throws IOException {
    json.writeStartObject();
    if (thinking.encrypted() != null) {
      json.writeStringField("type", "redacted_thinking");
      json.writeStringField("data", thinking.encrypted());
    } else {
      json.writeStringField("type", "thinking");
      json.writeStringField("thinking", thinking.thinking());
      // The field is required, also by servers that sign nothing.
      json.writeStringField("signature", thinking.sealed() ? thinking.signature() : "");
    }
    json.writeEndObject();
  }

  @Override
  public void call(ToolCall call) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "tool_use");
    json.writeStringField("id", callId(call.id()));
    json.writeStringField("name", call.name());
    json.writeFieldName("input");
    json.writeTree(ToolArguments.object(call.arguments()));
    json.writeEndObject();
  }

  private void result(Message message, boolean marked) throws IOException, InferenceException {
    json.writeStartObject();
    json.writeStringField("type", "tool_result");
    json.writeStringField("tool_use_id", callId(message.toolCallId()));
    json.writeArrayFieldStart("content");
    blocks(message, false);
    json.writeEndArray();
    mark(marked);
    json.writeEndObject();
  }

  /** The provider accepts letters, digits, _ and - in ids; ids of other providers have more. */
  private static String callId(String id) {
    return id.replaceAll("[^A-Za-z0-9_-]", "_");
  }

  private void blocks(Message message, boolean markLast) throws IOException, InferenceException {
    List<ContentBlock> blocks = message.content();
    int last = blocks.size() - 1;
    while (last >= 0 && !isSaid(blocks.get(last))) {
      last--;
    }
    for (int i = 0; i <= last; i++) {
      boolean marked = markLast && i == last;
      switch (blocks.get(i)) {
        case ContentBlock.Text text -> {
          if (isSaid(text)) {
            text(ConversationText.of(message, text), marked);
          }
        }
        case ContentBlock.Thinking thinking -> {
          // Only the model thinks on this wire.
        }
        case ContentBlock.Source source -> text(ConversationText.of(source), marked);
        case Media block -> {
          media.begin(message, i, block);
          mark(marked);
          json.writeEndObject();
        }
      }
    }
  }

  void text(String text, boolean marked) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "text");
    json.writeStringField("text", text);
    mark(marked);
    json.writeEndObject();
  }

  /** Marks the block that is being written as the end of the cached prefix. */
  void mark(boolean wanted) throws IOException {
    if (wanted) {
      json.writeObjectFieldStart("cache_control");
      json.writeStringField("type", "ephemeral");
      json.writeEndObject();
    }
  }

  /**
   * Writes media: images and PDF as bytes or URL, text documents as text. The wire supports nothing
   * else. Bytes are encoded while they are written. For one request.
   */
  static final class MessagesMedia {

    private static final String PDF = "application/pdf";
    private static final Set<String> IMAGES =
        Set.of("image/jpeg", "image/png", "image/gif", "image/webp");

    private final JsonGenerator json;
    private final MediaSource source;

    MessagesMedia(JsonGenerator json, LlmRequest request) {
      this.json = json;
      this.source = new MediaSource("anthropic", request);
    }

    /** Writes a block and leaves it open. */
    void begin(Message message, int index, Media media) throws IOException, InferenceException {
      source.require(message, index, refuses(media));
      if (media instanceof DocumentBlock document) {
        document(document);
      } else {
        block("image", media, source.bytes(media));
      }
    }

    /** As {@link io.awaken.provider.http.ModelWire#refuses} says. */
    static String refuses(Media media) {
      return switch (media) {
        case ImageBlock image ->
            MediaSource.byUrl(image)
                    || image.mediaType() != null && IMAGES.contains(image.mediaType())
                ? null
                : "takes images as JPEG, PNG, GIF or WebP only";
        case DocumentBlock document -> refuses(document);
        case AudioBlock audio -> "takes no audio";
        case VideoBlock video -> "takes no video";
      };
    }

    private static String refuses(DocumentBlock document) {
      if (PDF.equals(document.mediaType())) {
        return null;
      }
      if (MediaSource.byUrl(document)) {
        // The provider checks a URL without a type.
        return document.mediaType() == null || document.mediaType().isEmpty()
            ? null
            : "takes PDF only by its URL";
      }
      return document.isText() ? null : "takes documents as PDF or text only";
    }

    private void document(DocumentBlock document) throws IOException, InferenceException {
      byte[] bytes = source.bytes(document);
      if (bytes != null && document.isText()) {
        json.writeStartObject();
        json.writeStringField("type", "text");
        json.writeStringField("text", ConversationText.of(document, bytes));
        return;
      }
      block("document", document, bytes);
      if (document.name() != null) {
        json.writeStringField("title", document.name());
      }
    }

    private void block(String type, Media media, byte[] bytes) throws IOException {
      json.writeStartObject();
      json.writeStringField("type", type);
      json.writeObjectFieldStart("source");
      if (bytes == null) {
        json.writeStringField("type", "url");
        json.writeStringField("url", media.url());
      } else {
        json.writeStringField("type", "base64");
        json.writeStringField("media_type", media.mediaType());
        json.writeFieldName("data");
        json.writeBinary(bytes);
      }
      json.writeEndObject();
    }
  }
}
