package io.awaken.core.loop;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import java.util.List;

/**
 * About how many tokens messages have (features row 150): 4 each, and one for 4 characters. Media
 * counts 1,000, about what providers charge for a picture or a page.
 */
final class TokenEstimate {

  private static final int PER_MESSAGE = 4;
  private static final int CHARS_PER_TOKEN = 4;
  private static final int MEDIA = 1_000 * CHARS_PER_TOKEN;

  private TokenEstimate() {}

  static long of(List<Message> messages) {
    return messages.stream().mapToLong(TokenEstimate::of).sum();
  }

  private static long of(Message message) {
    long chars = 0;
    for (ContentBlock block : message.content()) {
      chars +=
          switch (block) {
            case ContentBlock.Text text -> text.text().length();
            case ContentBlock.Thinking thinking -> thinking.thinking().length();
            case ContentBlock.Source source -> length(source.title()) + length(source.snippet());
            case Media media -> MEDIA;
          };
    }
    for (ToolCall call : message.toolCalls()) {
      chars += call.name().length() + call.arguments().toString().length();
    }
    return PER_MESSAGE + chars / CHARS_PER_TOKEN;
  }

  private static int length(String text) {
    return text == null ? 0 : text.length();
  }
}
