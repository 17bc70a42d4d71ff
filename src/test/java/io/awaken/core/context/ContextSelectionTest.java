package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.context.Truncation.ContextSelection;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.fixture.Rows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The selection of messages to send when there are too many. */
@Rows({148, 151})
class ContextSelectionTest {

  private static final TokenEstimator ESTIMATOR = TokenEstimator.HEURISTIC;

  @ParameterizedTest(name = "{0} within {1}")
  @CsvSource({
    // what fits is sent, and what is left out makes long results fit
    "u1 ?a !a*20000 u2,          6000, u1 ?a !a u2, 20000",
    "u1*8000 ?a !a*20000 u2,     6000, ?a !a u2,    20000",
    // results that must be sent are cut when all that must be sent does not fit
    "u1 ?a !a*20000 u2,          1000, u1 ?a !a u2, 1600",
    "u1*8000 ?a !a*20000 u2,     1000, ?a !a u2,    1600",
  })
  void longResultsAreCutOnlyAsALastResort(
      String conversation, long budget, String sent, int length) {
    List<Message> selected =
        ContextSelection.of(Conversations.of(conversation), budget, 2, ESTIMATOR);

    assertThat(Conversations.ids(selected)).isEqualTo(sent);
    assertThat(selected)
        .filteredOn(message -> message.role() == Role.TOOL)
        .allMatch(result -> result.text().length() <= length)
        .allMatch(result -> length <= 1600 || result.text().length() == length);
  }

  private static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everySelectionOfARandomConversationKeepsTheRules(long seed) {
    var random = new Random(seed);
    List<Message> messages = Conversations.random(random);
    long budget = random.nextInt(8_000) - 100;
    int minRecent = random.nextInt(12);

    List<Message> sent = ContextSelection.of(messages, budget, minRecent, ESTIMATOR);

    assertThat(ContextSelection.of(messages, budget, minRecent, ESTIMATOR)).isEqualTo(sent);
    assertThat(messages.stream().map(Message::id)).containsSubsequence(ids(sent));
    var groups = new CallGroups(messages);
    groups.assertNoneIsSplitBy(sent);
    List<Message> required = groups.required(minRecent);
    assertThat(ids(sent)).containsAll(ids(required));
    assertThat(ESTIMATOR.ofMessages(sent))
        .isLessThanOrEqualTo(Math.max(budget, ESTIMATOR.ofMessages(cut(required))));
    Map<String, Message> whole = new HashMap<>();
    messages.forEach(message -> whole.put(message.id(), message));
    assertThat(sent)
        .allMatch(
            message -> {
              Message original = whole.get(message.id());
              return message.equals(original)
                  || message.equals(ArtifactCompaction.of(original, ESTIMATOR));
            });
  }

  private static List<Message> cut(List<Message> messages) {
    return ArtifactCompaction.of(messages, Set.of(), ESTIMATOR);
  }

  private static List<String> ids(List<Message> messages) {
    return messages.stream().map(Message::id).toList();
  }
}
