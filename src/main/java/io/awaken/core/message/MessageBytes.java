package io.awaken.core.message;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The size of messages and texts in bytes, for the limits of threads, windows and requests: text as
 * UTF-8, JSON about as long as its text, media by its bytes even if stored separately; plus {@value
 * #ENVELOPE} bytes for each message and {@value #CALL} for each call and medium. Counting allocates
 * nothing.
 */
public final class MessageBytes {

  /** Counted for a message in addition to its content. */
  public static final int ENVELOPE = 200;

  private static final int CALL = 50;
  private static final int WORD = 5;

  private MessageBytes() {}

  /** The bytes of one message. */
  public static long of(Message message) {
    long bytes = ENVELOPE + of(message.providerMetadata());
    // By index, to allocate no iterators.
    List<ContentBlock> content = message.content();
    for (int i = 0; i < content.size(); i++) {
      bytes += of(content.get(i));
    }
    List<ToolCall> calls = message.toolCalls();
    for (int i = 0; i < calls.size(); i++) {
      ToolCall call = calls.get(i);
      bytes += CALL + of(call.name()) + of(call.arguments());
      bytes += of(call.providerMetadata());
    }
    return bytes;
  }

  /** The bytes of one block. */
  public static long of(ContentBlock block) {
    long own =
        switch (block) {
          case ContentBlock.Text text -> of(text.text());
          case ContentBlock.Thinking thinking ->
              of(thinking.thinking()) + of(thinking.signature()) + of(thinking.encrypted());
          case ContentBlock.Source source ->
              CALL
                  + of(source.url())
                  + of(source.documentId())
                  + of(source.title())
                  + of(source.snippet());
          case Media media -> CALL + media.length() + of(media.url()) + of(media.name());
        };
    return own + of(block.providerMetadata());
  }

  /**
   * The size of a message's content in bytes, without its envelope and without media stored
   * elsewhere.
   */
  public static long ofContent(Message message) {
    return of(message) - ENVELOPE - stored(message);
  }

  /** The bytes of the stored media that a message refers to. */
  public static long stored(Message message) {
    long bytes = 0;
    List<ContentBlock> content = message.content();
    for (int i = 0; i < content.size(); i++) {
      if (content.get(i) instanceof Media media && media.mediaId() != null) {
        bytes += media.length();
      }
    }
    return bytes;
  }

  /** The bytes of all messages. */
  public static long of(Iterable<Message> messages) {
    long bytes = 0;
    for (Message message : messages) {
      bytes += of(message);
    }
    return bytes;
  }

  /** The bytes of a text as UTF-8; 0 for null. */
  public static long of(String text) {
    if (text == null) {
      return 0;
    }
    int length = text.length();
    long bytes = length;
    for (int i = 0; i < length; i++) {
      char at = text.charAt(i);
      if (at >= 0x80) {
        // Each half of a surrogate pair counts two bytes.
        bytes += at < 0x800 || Character.isSurrogate(at) ? 1 : 2;
      }
    }
    return bytes;
  }

  /** The approximate bytes of a value as JSON; 0 for null. */
  public static long of(JsonNode value) {
    if (value == null) {
      return 0;
    }
    if (value.isTextual()) {
      return 2 + of(value.textValue());
    }
    if (!value.isContainerNode()) {
      // Numbers may be long; true, false and null are short.
      return value.isNumber() ? value.asText().length() : WORD;
    }
    long bytes = 2;
    if (value.isObject()) {
      for (var field : value.properties()) {
        bytes += 4 + of(field.getKey()) + of(field.getValue());
      }
    } else {
      for (JsonNode element : value) {
        bytes += 1 + of(element);
      }
    }
    return bytes;
  }
}
