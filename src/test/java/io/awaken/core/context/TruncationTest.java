package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which messages are sent when not all fit. A message without tool calls has 14 tokens. */
@Rows({148, 149})
class TruncationTest {

  private static final TokenEstimator ESTIMATOR = TokenEstimator.HEURISTIC;

  @ParameterizedTest(name = "{0} within {1}, at least {2}")
  @CsvSource({
    // the newest messages that fit
    "u1 u2 u3 u4,          28,  1, u3 u4",
    "u1 u2 u3 u4,          27,  1, u4",
    "u1 u2 u3 u4,          56,  1, u1 u2 u3 u4",
    // it stops at the first message that does not fit, also when an older one would
    "u1 u2*400 u3,         60,  1, u3",
    // required messages are sent over budget
    "u1 u2 u3 u4,           0,  2, u3 u4",
    "u1 u2,              -500,  1, u2",
    "u1 u2,                 0,  9, u1 u2",
    // system messages are kept, wherever they are, and count
    "s1 u1 s2 u2 u3,       56,  1, s1 s2 u2 u3",
    "s1 u1 s2 u2 u3,       55,  1, s1 s2 u3",
    "s1*4000 u1 u2,        50,  1, s1*4000 u2",
    // a call and its results are kept together or left out together
    "u1 ?a !a u2,          41,  1, u2",
    "u1 ?a !a u2,          42,  1, ?a !a u2",
    "u1 ?a+b !a !b u2,     56,  1, u2",
    "u1 ?a+b !a !b u2,     58,  1, ?a+b !a !b u2",
    // a required result takes its call along, and the call's other results
    "u1 ?a+b !a !b,         0,  1, ?a+b !a !b",
    "u1 ?a !a,              0,  1, ?a !a",
    // also when other messages stand between them
    "?a u1 u2 !a,           0,  1, ?a !a",
    "?a u1 u2 !a,          43,  1, ?a u2 !a",
    // nothing to leave out
    "s1,                    0,  1, s1"
  })
  void theNewestMessagesThatFitAreSent(
      String conversation, long budget, int minRecent, String sent) {
    List<Message> messages = Conversations.of(conversation);

    assertThat(Conversations.ids(Truncation.of(messages, budget, minRecent, ESTIMATOR)))
        .isEqualTo(sent.replaceAll("\\*\\d+", ""));
  }

  @Test
  void aConversationThatFitsIsNotCopied() {
    List<Message> messages = Conversations.of("s1 u1 ?a !a");

    assertThat(Truncation.of(messages, 1_000, 1, ESTIMATOR)).isSameAs(messages);
    assertThat(Truncation.of(List.of(), 0, 10, ESTIMATOR)).isEmpty();
  }

  private static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everySelectionOfARandomConversationKeepsTheRules(long seed) {
    var random = new Random(seed);
    List<Message> messages = Conversations.random(random);
    long budget = random.nextInt(4_000) - 100;
    int minRecent = random.nextInt(12);

    List<Message> sent = Truncation.of(messages, budget, minRecent, ESTIMATOR);

    assertThat(Truncation.of(messages, budget, minRecent, ESTIMATOR)).isEqualTo(sent);
    assertThat(messages).containsSubsequence(sent);
    var groups = new CallGroups(messages);
    groups.assertNoneIsSplitBy(sent);
    List<Message> required = groups.required(minRecent);
    assertThat(sent).containsAll(required);
    assertThat(ESTIMATOR.ofMessages(sent))
        .isLessThanOrEqualTo(Math.max(budget, ESTIMATOR.ofMessages(required)));
  }
}
