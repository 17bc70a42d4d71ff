package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.Message;
import io.awaken.fixture.Rows;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Long results of tools in requests. */
@Rows(151)
class ArtifactCompactionTest {

  private static final TokenEstimator ESTIMATOR = TokenEstimator.HEURISTIC;

  private static Message result(String text) {
    return Message.tool("r", "c", text, null);
  }

  private static Message cut(Message message) {
    return ArtifactCompaction.of(message, ESTIMATOR);
  }

  @ParameterizedTest(name = "{0} characters")
  // A message has 4 tokens beside its text.
  @CsvSource({"8179, false", "8180, true", "100000, true"})
  void aResultIsCutWhenItHasMoreThan2048Tokens(int characters, boolean longer) {
    Message whole = result("x".repeat(characters));

    if (longer) {
      assertThat(cut(whole).text())
          .hasSizeBetween(1_500, 1_600)
          .endsWith("x\n[cut: the whole result has " + characters + " characters in 1 lines]");
    } else {
      assertThat(cut(whole)).isSameAs(whole);
    }
  }

  @Test
  void aResultOfManyLinesKeepsFewOfThem() {
    String text = String.join("\n", Collections.nCopies(5_000, "ab"));

    assertThat(cut(result(text)).text().lines())
        .hasSize(24)
        .last()
        .isEqualTo("[cut: the whole result has 14999 characters in 5000 lines]");
  }

  @Test
  void noCharacterIsCutInHalf() {
    for (int before = 0; before < 4; before++) {
      String text = cut(result("x".repeat(before) + "\uD83D\uDE00".repeat(5_000))).text();

      assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
          .isEqualTo(text);
    }
  }

  @Test
  void mediaOfALongResultIsLeftOutAndCounted() {
    var image =
        new ImageBlock("image/png", null, "https://example.com/a.png", null, null, null, null);
    List<ContentBlock> content = List.of(new ContentBlock.Text("screens"), image, image, image);

    Message sent = cut(Message.tool("r", "c", content, null));

    assertThat(sent.content()).hasSize(1);
    assertThat(sent.text()).startsWith("screens\n[cut: ").contains("3 media, which are left out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"u*20000", "s*20000", "?a*20000"})
  void otherMessagesAreNeverCut(String conversation) {
    List<Message> messages = Conversations.of(conversation);

    assertThat(ArtifactCompaction.of(messages, Set.of(), ESTIMATOR)).isSameAs(messages);
  }

  @Test
  void resultsThatTheModelHasNotAnsweredAreSentWhole() {
    var history = new SentHistory(ESTIMATOR);
    List<Message> calling = Conversations.of("u ?a !a*20000 ?b+c !b*20000 !c*20000");

    List<Message> sent = history.of(calling);

    assertThat(sent.get(2).text()).hasSizeLessThan(1_601);
    assertThat(sent.subList(3, 6)).isEqualTo(calling.subList(3, 6));
    assertThat(history.unanswered(calling)).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void aGrowingHistoryIsCutLikeACompleteOne() {
    for (int seed = 0; seed < 200; seed++) {
      List<Message> all = new ArrayList<>(Conversations.random(new Random(seed)));
      all.addAll(Conversations.of("?x !x*20000 u"));
      var growing = new SentHistory(ESTIMATOR);
      for (int size = 0; size < all.size(); size++) {
        growing.of(all.subList(0, size));
      }
      var atOnce = new SentHistory(ESTIMATOR);

      List<Message> sent = atOnce.of(all);

      assertThat(growing.of(all)).isEqualTo(sent);
      assertThat(growing.tokens(all)).isEqualTo(ESTIMATOR.ofMessages(sent));
      assertThat(atOnce.tokens(all)).isEqualTo(ESTIMATOR.ofMessages(sent));
      assertThat(sent).isEqualTo(ArtifactCompaction.of(all, atOnce.unanswered(all), ESTIMATOR));
    }
  }
}
