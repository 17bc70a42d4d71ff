package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.MessageLog;
import io.awaken.fixture.CountingEstimator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The sent form of a growing conversation over several runs. */
class SentHistoryTest {

  private final CountingEstimator estimator = new CountingEstimator();
  private final MessageLog log = new MessageLog();

  @Test
  void theNextRunEstimatesOnlyWhatIsNew() {
    log.append(Conversations.of("u ?a !a*20000 a u"));
    SentHistory.beginning(log.now(), estimator).tokens(log.now());
    log.append(Conversations.of("a u"));
    estimator.forget();

    SentHistory.beginning(log.now(), estimator).tokens(log.now());

    // The answer settles the message before it without an estimate.
    assertThat(estimator.messages()).isEqualTo(2);
  }

  @Test
  void aLaterRunSendsTheSameAsOneWithoutCache() {
    for (int seed = 0; seed < 200; seed++) {
      var thread = new MessageLog();
      var random = new Random(seed);
      for (int run = 0; run < 4; run++) {
        thread.append(Conversations.of("u ?x" + run + " !x" + run + "*20000 a"));
        thread.append(Conversations.random(random));
        var all = new ArrayList<>(thread.now());

        List<Message> sent = SentHistory.beginning(thread.now(), estimator).of(thread.now());

        var anew = new SentHistory(estimator);
        assertThat(sent).isEqualTo(anew.of(all));
        assertThat(SentHistory.beginning(thread.now(), estimator).tokens(thread.now()))
            .isEqualTo(anew.tokens(all));
        assertThat(SentHistory.beginning(thread.now(), estimator).unanswered(thread.now()))
            .isEqualTo(anew.unanswered(all));
      }
    }
  }

  @Test
  void appendedMessagesOfARunAreNotCachedForAnother() {
    log.append(Conversations.of("u ?a !a*20000 a u"));
    List<Message> beginning = log.now();
    var longer = new ArrayList<>(beginning);
    longer.addAll(Conversations.of("?b !b*20000 a"));

    List<Message> first = SentHistory.beginning(beginning, estimator).of(longer);
    List<Message> second = SentHistory.beginning(beginning, estimator).of(beginning);

    assertThat(first).hasSize(8);
    assertThat(first.get(6).text()).hasSizeLessThan(1_601);
    assertThat(second).hasSize(5).isEqualTo(first.subList(0, 5));
  }

  @Test
  void aShorterHistoryIsReadFromItsBeginning() {
    log.append(Conversations.of("u ?a !a*20000"));
    List<Message> before = log.now();
    log.append(Conversations.of("a"));
    SentHistory.beginning(log.now(), estimator).of(log.now());

    assertThat(SentHistory.beginning(before, estimator).of(before)).isSameAs(before);
  }

  @Test
  void anotherEstimatorHasItsOwnNumbers() {
    log.append(Conversations.of("u*4000"));
    SentHistory.beginning(log.now(), TokenEstimator.HEURISTIC).tokens(log.now());

    long tokens = SentHistory.beginning(log.now(), estimator).tokens(log.now());

    assertThat(tokens).isEqualTo(estimator.ofMessages(log.now()));
    assertThat(estimator.messages()).isEqualTo(2);
  }
}
