package io.awaken.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reasoning in tags at the start of a text: pieces as they come, and the answer as it is stored.
 */
@Rows({107, 1038})
class ThinkTagsTest {

  private final StringBuilder reasoning = new StringBuilder();
  private final StringBuilder text = new StringBuilder();

  private final LlmListener listener =
      new LlmListener() {
        @Override
        public void text(String delta) {
          assertThat(delta).isNotEmpty();
          text.append(delta);
        }

        @Override
        public void reasoning(String delta) {
          assertThat(delta).isNotEmpty();
          reasoning.append(delta);
        }

        @Override
        public void toolCallStart(String callId, String name) {}

        @Override
        public void toolCallDelta(String callId, String argsDelta) {}
      };

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "Sunny|-|Sunny",
        "<think>Hm</think>Sunny|Hm|Sunny",
        "\\n<think>\\nHm, 1 < 2\\n</think>\\n\\nSunny|Hm, 1 < 2\\n|Sunny",
        "<think></think>Sunny|-|Sunny",
        "<think>\\n\\n</think>\\n\\nSunny|-|Sunny",
        "<think>Hm</thinking></think>Sunny|Hm</thinking>|Sunny",
        "<think>Hm</th|Hm</th|-",
        "<think>Hm|Hm|-",
        "<thi|-|<thi",
        "<thinking>Hm|-|<thinking>Hm",
        "  Sunny|-|  Sunny",
        "Sunny <think>Hm</think>|-|Sunny <think>Hm</think>",
        "<think>a</think>b<think>c</think>|a|b<think>c</think>"
      })
  void onlyTagsAtTheStartAreReasoning(String answer, String thought, String said) {
    String whole = answer.replace("\\n", "\n");
    for (int size = 1; size <= whole.length(); size++) {
      reasoning.setLength(0);
      text.setLength(0);
      var tags = new ThinkTags(listener);
      for (int at = 0; at < whole.length(); at += size) {
        tags.text(whole.substring(at, Math.min(whole.length(), at + size)));
      }
      tags.end();
      assertThat(reasoning).as("pieces of %s", size).hasToString(lines(thought));
      assertThat(text).as("pieces of %s", size).hasToString(lines(said));
    }
    assertThat(ThinkTags.read(answer(new ContentBlock.Text(whole))).content())
        .isEqualTo(stored(lines(thought), lines(said)));
  }

  private static String lines(String text) {
    return text == null ? "" : text.replace("\\n", "\n");
  }

  private static List<ContentBlock> stored(String thought, String said) {
    var content = new ArrayList<ContentBlock>();
    if (!thought.isEmpty()) {
      content.add(new ContentBlock.Thinking(thought));
    }
    if (!said.isEmpty()) {
      content.add(new ContentBlock.Text(said));
    }
    return content;
  }

  private static StreamResult answer(ContentBlock content) {
    return new StreamResult(List.of(content), List.of(), null, StopReason.END_TURN, false);
  }
}
