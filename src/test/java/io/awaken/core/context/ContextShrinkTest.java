package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.context.Truncation.ContextShrink;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Retries after the model refused a request as too long. */
@Rows(1040)
class ContextShrinkTest {

  private static final TokenEstimator ESTIMATOR = TokenEstimator.HEURISTIC;

  @ParameterizedTest(name = "{0} at attempt {1}")
  @CsvSource({
    // of ten tokens six are sent again
    "u1 u2 u3 u4 u5,        1, u3 u4 u5",
    "s1 u1 u2 u3 u4,        1, s1 u3 u4",
    // each attempt needs half of the newest messages
    "u1 u2*400 u3*400,      1, u2 u3",
    "u1 u2*400 u3*400,      3, u3",
    // long results are cut first, also new ones
    "u1 u2 ?a !a*40000,     1, u1 u2 ?a !a",
    // nothing is left
    "u1,                    1, u1",
    "s1 ?a !a,              3, s1 ?a !a"
  })
  void aRetrySendsFewerTokens(String conversation, int attempt, String sent) {
    List<Message> messages = Conversations.of(conversation);

    assertThat(Conversations.ids(ContextShrink.of(messages, attempt, 4, ESTIMATOR)))
        .isEqualTo(sent);
  }

  private static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyAttemptIsSmallerOrTheLast(long seed) {
    List<Message> messages = Conversations.random(new Random(seed));

    for (int attempt = 1; attempt <= ContextShrink.ATTEMPTS; attempt++) {
      List<Message> sent = ContextShrink.of(messages, attempt, 10, ESTIMATOR);

      assertThat(ContextShrink.of(messages, attempt, 10, ESTIMATOR)).isEqualTo(sent);
      if (sent != messages) {
        assertThat(ESTIMATOR.ofMessages(sent)).isLessThan(ESTIMATOR.ofMessages(messages));
      }
      assertThat(sent.stream().filter(m -> m.role() == Role.SYSTEM))
          .containsExactlyElementsOf(
              messages.stream().filter(m -> m.role() == Role.SYSTEM).toList());
      new CallGroups(messages).assertNoneIsSplitBy(sent);
      messages = sent;
    }
  }
}
