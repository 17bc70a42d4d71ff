package io.awaken.core.loop;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import java.util.List;

/** About how many tokens messages have (features row 150): 4 each, and one for 4 characters. */
final class TokenEstimate {

  private static final int PER_MESSAGE = 4;
  private static final int CHARS_PER_TOKEN = 4;

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
          };
    }
    for (ToolCall call : message.toolCalls()) {
      chars += call.name().length() + call.arguments().toString().length();
    }
    return PER_MESSAGE + chars / CHARS_PER_TOKEN;
  }
}
