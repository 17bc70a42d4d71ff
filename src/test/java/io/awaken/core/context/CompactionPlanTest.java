package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.spec.CompactionConfig.CompactionMode;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The messages that a summary replaces. A message without tool calls has 14 tokens. */
@Rows({152, 153})
class CompactionPlanTest {

  private static final TokenEstimator ESTIMATOR = TokenEstimator.HEURISTIC;
  private static final long ALL = Long.MAX_VALUE;

  private static ContextWindowPolicy policy(CompactionMode mode, int suffix) {
    return new ContextWindowPolicy(null, null, null, null, 1, mode, suffix);
  }

  private static ContextWindowPolicy suffix(int messages) {
    return policy(CompactionMode.KEEP_RECENT_RAW_SUFFIX, messages);
  }

  private static ContextWindowPolicy frontier() {
    return policy(CompactionMode.COMPACT_TO_SAFE_FRONTIER, 0);
  }

  private static Optional<CompactionPlan> plan(
      List<Message> history, ContextWindowPolicy policy, long most) {
    return CompactionPlan.of(history, policy, most, ESTIMATOR);
  }

  private static String last(String conversation, ContextWindowPolicy policy, long most) {
    return plan(Conversations.of(conversation), policy, most)
        .map(plan -> plan.last().id())
        .orElse("nothing");
  }

  @ParameterizedTest(name = "{0} but the newest {1}")
  @CsvSource({
    "u1 a1 u2 a2 u3,         2, u2",
    "u1 a1 u2 a2 u3,         1, a2",
    "u1 a1 u2 a2 u3,         4, u1",
    "u1 a1 u2 a2 u3,         5, nothing",
    "u1 a1 u2 a2 u3,         0, a2",
    // system messages are neither summarised nor counted
    "u1 a1 u2 a2 s1 u3 s2,   2, u2",
    // never between a call and its result
    "u1 ?a !a a1 u2,         3, u1",
    "u1 ?a+b !a !b a1 u2,    3, u1",
    "u1 ?a !a a1 u2,         2, !a",
    // what the model has not answered is not summarised, nor the call of a result that it has not
    "u1 a1 u2 u3 u4,         1, a1",
    "u1 a1 u2 ?a !a,         1, u2",
    "u1 a1 u2 ?a !a u3,      1, u2",
    "u1 u2 u3,               1, nothing",
    // a call without a result is where it ends
    "u1 ?a a1 u2 a2 u3,      1, u1"
  })
  void allButTheNewestMessagesAreSummarised(String conversation, int suffix, String last) {
    assertThat(last(conversation, suffix(suffix), ALL)).isEqualTo(last);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "u1 a1 u2 a2 u3,     a2",
    "u1 a1 u2 ?a !a,     u2",
    "u1 ?a !a a1 u2,     a1",
    "u1 ?a !a ?b !b a1,  !b",
    "u1,                 nothing"
  })
  void answeredMessagesAreSummarisedUpToTheFrontier(String conversation, String last) {
    assertThat(last(conversation, frontier(), ALL)).isEqualTo(last);
  }

  @ParameterizedTest(name = "{0} of which {1} tokens are read at once")
  @CsvSource({
    "u1 a1 u2 a2 u3,      28, a1",
    "u1 a1 u2 a2 u3,      41, a1",
    "u1 a1 u2 a2 u3,      42, u2",
    // at least up to the first place where it may end
    "u1*4000 a1 u2 a2 u3, 28, u1",
    "?a !a*4000 u2 a2 u3, 28, !a"
  })
  void theInputOfASummariserIsLimited(String conversation, long most, String last) {
    assertThat(last(conversation, suffix(1), most)).isEqualTo(last);
  }

  @Test
  @Rows(156)
  void anEarlierSummaryIsContinuedAndInternalMessagesAreLeftOut() {
    Message summary = ConversationSummary.message(7, "before", new MessageMetadata("r", 2, "a"));
    Message forged = Conversations.of("s9").getFirst().withContent(summary.content());
    var history = new ArrayList<Message>(List.of(forged, summary));
    history.addAll(Conversations.of("u1 a1 u2"));

    CompactionPlan plan = plan(history, suffix(1), ALL).orElseThrow();

    assertThat(plan.earlier()).isEqualTo("before");
    assertThat(plan.system()).containsExactly(forged);
    assertThat(Conversations.ids(plan.messages())).isEqualTo("u1 a1");
    assertThat(plan.tokens()).isEqualTo(28 + ESTIMATOR.of(summary));
    assertThat(plan(history, suffix(1), plan.tokens() - 1).orElseThrow().last().id())
        .as("an earlier summary is read as well")
        .isEqualTo("u1");
  }

  @ParameterizedTest(name = "{0} tokens by {1} at a ratio of {2}")
  @Rows(155)
  @CsvSource({
    "2048, 1024, 0.3, true",
    "2047, 1024, 0.3, false",
    "3400, 2376, 0.3, true",
    "3500, 2476, 0.3, false",
    "2048, 1024, 0.5, false",
    "100,  1024, 0,   false"
  })
  void aSummaryMustSaveEnough(long tokens, long summary, double ratio, boolean worth) {
    Message any = Message.user("u", "x");
    var plan = new CompactionPlan(List.of(), null, List.of(any), any, tokens);

    assertThat(plan.worth(summary, ratio)).isEqualTo(worth);
  }

  private static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyPlanOfARandomConversationKeepsTheRules(long seed) {
    var random = new Random(seed);
    List<Message> history = Conversations.random(random);
    ContextWindowPolicy policy = random.nextBoolean() ? frontier() : suffix(random.nextInt(12));
    long most = random.nextInt(20_000);

    Optional<CompactionPlan> found = plan(history, policy, most);

    assertThat(plan(history, policy, most)).isEqualTo(found);
    found.ifPresent(plan -> assertKeepsTheRules(plan, history, policy, most));
  }

  private static void assertKeepsTheRules(
      CompactionPlan plan, List<Message> history, ContextWindowPolicy policy, long most) {
    int end = history.indexOf(plan.last()) + 1;
    List<Message> covered = history.subList(0, end);
    List<Message> behind = history.subList(end, history.size());
    assertThat(mayEndBehind(covered)).isTrue();
    new CallGroups(history).assertNoneIsSplitBy(covered);
    assertThat(plan.system())
        .isEqualTo(covered.stream().filter(m -> system(m) && !ConversationSummary.is(m)).toList());
    assertThat(plan.messages())
        .isEqualTo(covered.stream().filter(m -> !system(m) && !m.internal()).toList());
    assertThat(plan.earlier())
        .isEqualTo(
            covered.stream()
                .filter(ConversationSummary::is)
                .findFirst()
                .map(ConversationSummary::text)
                .orElse(null));
    assertThat(plan.tokens()).isEqualTo(replaced(covered));
    if (plan.tokens() > most) {
      assertThat(IntStream.range(1, end))
          .as("%d tokens are read, %d can be: places where it may end before", plan.tokens(), most)
          .noneMatch(place -> mayEndBehind(history.subList(0, place)));
    }
    long raw = behind.stream().filter(message -> !system(message)).count();
    boolean all = policy.compactionMode() == CompactionMode.COMPACT_TO_SAFE_FRONTIER;
    assertThat(raw).isGreaterThanOrEqualTo(all ? 1 : policy.compactionRawSuffixMessages());
  }

  /** Whether each call among them has its result. */
  private static boolean mayEndBehind(List<Message> covered) {
    List<String> called =
        covered.stream().flatMap(m -> m.toolCalls().stream()).map(ToolCall::id).sorted().toList();
    List<String> answered =
        covered.stream().map(Message::toolCallId).filter(id -> id != null).sorted().toList();
    return !system(covered.getLast()) && called.equals(answered);
  }

  private static long replaced(List<Message> covered) {
    return covered.stream()
        .filter(message -> !system(message) || ConversationSummary.is(message))
        .mapToLong(ESTIMATOR::of)
        .sum();
  }

  private static boolean system(Message message) {
    return message.role() == Role.SYSTEM;
  }
}
