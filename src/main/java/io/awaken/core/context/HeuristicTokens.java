package io.awaken.core.context;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.ToolCall;
import io.awaken.core.tool.ToolDescriptor;
import java.util.List;

/**
 * One token for four bytes of UTF-8, and 4 tokens for each message (features row 150). For English
 * text that is one token for four characters; scripts whose characters have two or three bytes get
 * more tokens per character, like real tokenizers. Media counts 1,000, about what providers charge
 * for an image or a page. Does not copy text. Thread-safe.
 */
final class HeuristicTokens implements TokenEstimator {

  private static final int PER_MESSAGE = 4;
  private static final int BYTES_PER_TOKEN = 4;
  private static final int MEDIA = 1_000 * BYTES_PER_TOKEN;

  @Override
  public long of(String text) {
    return MessageBytes.of(text) / BYTES_PER_TOKEN;
  }

  @Override
  public long of(Message message) {
    long bytes = 0;
    List<ContentBlock> content = message.content();
    // By index, to avoid allocating two iterators per message of a long history.
    for (int i = 0; i < content.size(); i++) {
      bytes += bytes(content.get(i));
    }
    List<ToolCall> calls = message.toolCalls();
    for (int i = 0; i < calls.size(); i++) {
      bytes += MessageBytes.of(calls.get(i).name()) + MessageBytes.of(calls.get(i).arguments());
    }
    return PER_MESSAGE + bytes / BYTES_PER_TOKEN;
  }

  private static long bytes(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> MessageBytes.of(text.text());
      // A provider gets only one of the two forms.
      case ContentBlock.Thinking thinking ->
          Math.max(MessageBytes.of(thinking.thinking()), MessageBytes.of(thinking.encrypted()));
      case ContentBlock.Source source ->
          MessageBytes.of(source.title()) + MessageBytes.of(source.snippet());
      case Media media -> MEDIA;
    };
  }

  @Override
  public long of(ToolDescriptor tool) {
    long bytes =
        MessageBytes.of(tool.id())
            + MessageBytes.of(tool.description())
            + MessageBytes.of(tool.parameters());
    return bytes / BYTES_PER_TOKEN;
  }
}
