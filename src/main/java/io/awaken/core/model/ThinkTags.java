package io.awaken.core.model;

import io.awaken.core.message.ContentBlock;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes {@code <think>…</think>} at the start of a text for reasoning, also when a tag comes in
 * pieces. Blanks around the tags are left out. An answer that ends before the closing tag is
 * reasoning only. For one answer and thread.
 */
final class ThinkTags extends LlmListener.Forwarding {

  private static final String BEGIN = "<think>";
  private static final String END = "</think>";

  private enum At {
    START,
    REASONING,
    TEXT
  }

  /** What may be the beginning of a tag, or blanks before something. */
  private final StringBuilder held = new StringBuilder();

  private At at = At.START;
  private boolean blanksEnded;

  ThinkTags(LlmListener listener) {
    super(listener);
  }

  /** The answer with the reasoning of its texts as such. */
  static StreamResult read(StreamResult answer) {
    var content = new ArrayList<ContentBlock>();
    var reasoning = new StringBuilder();
    var text = new StringBuilder();
    var tags = new ThinkTags(into(reasoning, text));
    ContentBlock last = lastText(answer.content());
    for (ContentBlock block : answer.content()) {
      if (block instanceof ContentBlock.Text plain) {
        tags.text(plain.text());
        if (block == last) {
          tags.end();
        }
        if (!reasoning.isEmpty()) {
          content.add(new ContentBlock.Thinking(reasoning.toString()));
        }
        if (!text.isEmpty()) {
          content.add(new ContentBlock.Text(text.toString(), plain.providerMetadata()));
        }
        reasoning.setLength(0);
        text.setLength(0);
      } else {
        content.add(block);
      }
    }
    return answer.with(content);
  }

  private static ContentBlock lastText(List<ContentBlock> content) {
    return content.reversed().stream()
        .filter(ContentBlock.Text.class::isInstance)
        .findFirst()
        .orElse(null);
  }

  private static LlmListener into(StringBuilder reasoning, StringBuilder text) {
    return new LlmListener() {
      @Override
      public void text(String delta) {
        text.append(delta);
      }

      @Override
      public void reasoning(String delta) {
        reasoning.append(delta);
      }

      @Override
      public void toolCallStart(String callId, String name) {}

      @Override
      public void toolCallDelta(String callId, String argsDelta) {}
    };
  }

  @Override
  public void text(String delta) {
    if (at == At.TEXT && blanksEnded) {
      super.text(delta);
      return;
    }
    held.append(delta);
    if (at == At.START) {
      start();
    }
    if (at == At.REASONING) {
      inside();
    }
    if (at == At.TEXT && pastBlanks()) {
      super.text(taken(held.length()));
    }
  }

  private void start() {
    int first = 0;
    while (first < held.length() && Character.isWhitespace(held.charAt(first))) {
      first++;
    }
    String begin = held.substring(first);
    if (begin.startsWith(BEGIN)) {
      held.delete(0, first + BEGIN.length());
      at = At.REASONING;
    } else if (!BEGIN.startsWith(begin)) {
      at = At.TEXT;
      blanksEnded = true;
    }
  }

  private void inside() {
    if (!pastBlanks()) {
      return;
    }
    int end = held.indexOf(END);
    int until = end < 0 ? held.length() - begunEnd() : end;
    if (until > 0) {
      super.reasoning(taken(until));
    }
    if (end >= 0) {
      held.delete(0, END.length());
      at = At.TEXT;
      blanksEnded = false;
    }
  }

  /** The length of the beginning of a closing tag that is held last. */
  private int begunEnd() {
    int most = Math.min(END.length() - 1, held.length());
    for (int length = most; length > 0; length--) {
      if (END.startsWith(held.substring(held.length() - length))) {
        return length;
      }
    }
    return 0;
  }

  /** Leaves out blanks after a tag; false while nothing else has come. */
  private boolean pastBlanks() {
    while (!blanksEnded && !held.isEmpty()) {
      blanksEnded = !Character.isWhitespace(held.charAt(0));
      if (!blanksEnded) {
        held.deleteCharAt(0);
      }
    }
    return blanksEnded && !held.isEmpty();
  }

  private String taken(int length) {
    String piece = held.substring(0, length);
    held.delete(0, length);
    return piece;
  }

  /** Publishes what was held for more of a tag. */
  void end() {
    if (held.isEmpty()) {
      return;
    }
    if (at == At.REASONING) {
      super.reasoning(taken(held.length()));
    } else {
      super.text(taken(held.length()));
    }
  }

  @Override
  public void toolCallStart(String callId, String name) {
    end();
    super.toolCallStart(callId, name);
  }
}
