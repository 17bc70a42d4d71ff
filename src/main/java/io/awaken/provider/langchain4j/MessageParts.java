package io.awaken.provider.langchain4j;

import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.VideoContent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.provider.http.ConversationText;
import io.awaken.provider.http.MediaSource;
import java.util.Base64;
import java.util.List;

/**
 * The parts of messages. Media is passed as bytes or URL, as given; the model's module rejects what
 * it does not support. For one request.
 */
final class MessageParts {

  private static final String PDF = "application/pdf";

  private final MediaSource media;

  MessageParts(LlmRequest request) {
    this.media = new MediaSource(LangChain4jAdapter.NAME, request);
  }

  /** All parts of a user or system message. */
  void of(Message message, List<Content> out) throws InferenceException {
    for (int i = 0; i < message.content().size(); i++) {
      switch (message.content().get(i)) {
        case ContentBlock.Text text -> text(ConversationText.of(message, text), out);
        case Media block -> out.add(media(message, i, block));
        case ContentBlock block -> text(ConversationText.of(block), out);
      }
    }
  }

  /** The media of results, after all results, since many models accept only text in a result. */
  void mediaOf(Message result, List<Content> out) throws InferenceException {
    if (!ConversationText.hasMedia(result)) {
      return;
    }
    text("From the result of the tool call " + result.toolCallId() + ":", out);
    for (int i = 0; i < result.content().size(); i++) {
      if (result.content().get(i) instanceof Media block) {
        out.add(media(result, i, block));
      }
    }
  }

  private static void text(String text, List<Content> out) {
    if (!text.isBlank()) {
      out.add(TextContent.from(text));
    }
  }

  private Content media(Message message, int index, Media block) throws InferenceException {
    media.require(message, index, refuses(block));
    if (block instanceof DocumentBlock document && document.isText()) {
      return TextContent.from(media.text(document));
    }
    byte[] bytes = media.bytes(block);
    if (bytes == null) {
      return byUrl(block);
    }
    String type = block.mediaType();
    String data = Base64.getEncoder().encodeToString(bytes);
    return switch (block.kind()) {
      case IMAGE -> ImageContent.from(data, type);
      case AUDIO -> AudioContent.from(data, type);
      case VIDEO -> VideoContent.from(data, type);
      case DOCUMENT -> PdfFileContent.from(data, type);
    };
  }

  /** As {@link io.awaken.provider.http.ModelWire#refuses} says. */
  static String refuses(Media block) {
    boolean document = block instanceof DocumentBlock;
    if (MediaSource.byUrl(block) && !document) {
      return null;
    }
    String type = MediaSource.refusesType(block);
    if (type != null || !document || block.mediaType().equals(PDF)) {
      return type;
    }
    return DocumentBlock.isText(block.mediaType())
        ? MediaSource.refusesUrl(block)
        : "takes documents as PDF or text only";
  }

  private static Content byUrl(Media block) {
    return switch (block.kind()) {
      case IMAGE -> ImageContent.from(block.url());
      case AUDIO -> AudioContent.from(block.url());
      case VIDEO -> VideoContent.from(block.url());
      case DOCUMENT -> PdfFileContent.from(block.url());
    };
  }
}
