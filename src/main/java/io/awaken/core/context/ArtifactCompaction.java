package io.awaken.core.context;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Cuts long tool results to their beginning (features row 151). A result of more than {@value
 * #LONG_TOKENS} estimated tokens becomes text of at most {@value #MAX_CHARACTERS} characters and
 * {@value #MAX_LINES} lines, the last of which states the original size. Its media is omitted;
 * other messages stay unchanged. Pure.
 */
public final class ArtifactCompaction {

  static final int LONG_TOKENS = 2_048;
  static final int MAX_CHARACTERS = 1_600;
  static final int MAX_LINES = 24;

  private ArtifactCompaction() {}

  /** Cuts a long tool result; returns other messages unchanged. */
  public static Message of(Message message, TokenEstimator estimator) {
    return message.role() == Role.TOOL && estimator.of(message) > LONG_TOKENS
        ? message.withContent(List.of(new ContentBlock.Text(beginning(message))))
        : message;
  }

  /**
   * Cuts the long results among messages; returns the same list when there are none.
   *
   * @param whole ids of calls whose results stay whole
   */
  public static List<Message> of(
      List<Message> messages, Set<String> whole, TokenEstimator estimator) {
    List<Message> cut = null;
    for (int i = 0; i < messages.size(); i++) {
      Message message = messages.get(i);
      String call = message.toolCallId();
      Message shorter = call == null || whole.contains(call) ? message : of(message, estimator);
      if (shorter != message && cut == null) {
        cut = new ArrayList<>(messages);
      }
      if (shorter != message) {
        cut.set(i, shorter);
      }
    }
    return cut == null ? messages : cut;
  }

  private static String beginning(Message message) {
    String text = message.text();
    long media = message.content().stream().filter(Media.class::isInstance).count();
    String size =
        "[cut: the whole result has %d characters in %d lines%s]"
            .formatted(
                text.length(),
                text.lines().count(),
                media == 0 ? "" : " and %d media, which are left out".formatted(media));
    int end = end(text, MAX_CHARACTERS - size.length() - 1);
    return end == 0 ? size : text.substring(0, end) + "\n" + size;
  }

  /** The end of the retained text: splits no surrogate pair and exceeds no limit. */
  private static int end(String text, int most) {
    int limit = Math.min(text.length(), most);
    int end = 0;
    int lines = 1;
    while (end < limit) {
      if (text.charAt(end) == '\n' && ++lines == MAX_LINES) {
        return end;
      }
      end++;
    }
    boolean half =
        end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return half ? end - 1 : end;
  }
}
