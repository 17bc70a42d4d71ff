package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.duty.ExpireSuspensions;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpireSuspensionsTest {

  private static final Duration POLL = Duration.ofSeconds(10);

  private AskingNode asking;
  private long nanos;

  private Dispatcher dispatcher(SuspensionStore suspensions) {
    var mailbox = asking.node.mailbox;
    return new Dispatcher(
        asking.node.starter,
        asking.node.stores.mailbox().queue(),
        new Dispatcher.Duties(() -> {}, new ExpireSuspensions(suspensions, mailbox), Runnable::run),
        new Dispatcher.Times(POLL, POLL),
        () -> nanos);
  }

  private void asking(DecisionAction outcome) {
    asking = new AskingNode(AskingNode.APPROVAL.expiring(new Expiry(60_000, outcome)));
  }

  @ParameterizedTest
  @CsvSource({"RESUME,1", "CANCEL,0"})
  @Rows(184)
  void anExpiredQuestionIsDecidedAsItsTicketSaysAndItsRunContinuesInTheSamePoll(
      DecisionAction outcome, int paid) {
    asking(outcome);
    var run = asking.ask("t");
    asking.clock.advance(Duration.ofSeconds(61));

    dispatcher(asking.node.stores.suspensions()).poll();
    asking.node.executeAll();

    assertThat(asking.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(asking.paid()).isEqualTo(paid);
    assertThat(asking.question(run).decidedBy()).isEqualTo(Expiry.BY);
    assertThat(asking.question(run).decision().action()).isEqualTo(outcome);
  }

  @Test
  void aQuestionStaysOpenUntilItExpires() {
    asking(DecisionAction.CANCEL);
    var run = asking.ask("t");
    asking.clock.advance(Duration.ofSeconds(59));

    dispatcher(asking.node.stores.suspensions()).poll();

    assertThat(asking.question(run).status()).isEqualTo(SuspensionStatus.OPEN);
  }

  @Test
  void moreQuestionsThanOneBatchAreDecidedInOnePoll() {
    asking(DecisionAction.CANCEL);
    List<RunId> runs = IntStream.range(0, 120).mapToObj(i -> asking.ask("t" + i)).toList();
    asking.clock.advance(Duration.ofSeconds(61));

    new ExpireSuspensions(asking.node.stores.suspensions(), asking.node.mailbox).run();

    assertThat(runs).allMatch(run -> asking.question(run).status() == SuspensionStatus.DECIDED);
  }

  @Test
  void questionsExpireAtPollsAndNotAtHints() {
    asking(DecisionAction.CANCEL);
    var counting = new Counting();
    var dispatcher = dispatcher(counting);

    dispatcher.poll();
    dispatcher.poll();
    assertThat(counting.questions).hasValue(1);
    nanos += POLL.toNanos();
    dispatcher.poll();

    assertThat(counting.questions).hasValue(2);
  }

  @Test
  void aFailedExpiryIsRepeatedAtTheNextPollAndJobsAreStillClaimed() {
    asking(DecisionAction.CANCEL);
    var counting = new Counting();
    counting.broken = true;
    var queued = asking.node.enqueue(io.awaken.fixture.TestNode.request("q", "pay"));

    try (var log = new CapturedLog(ExpireSuspensions.class)) {
      dispatcher(counting).poll();
      assertThat(log.warnings()).singleElement().asString().contains("the next poll tries again");
    }
    asking.node.executeAll();

    assertThat(asking.record(queued.runId()).status()).isEqualTo(RunStatus.WAITING);
  }

  /** An empty store that counts queries. */
  private static final class Counting implements SuspensionStore {
    private final AtomicInteger questions = new AtomicInteger();
    private boolean broken;

    @Override
    public List<DecideOutcome> expire(int limit) {
      questions.incrementAndGet();
      if (broken) {
        throw new IllegalStateException("the database is away");
      }
      return List.of();
    }

    @Override
    public List<SuspensionRecord> ofRun(RunId runId) {
      return List.of();
    }

    @Override
    public List<SuspensionRecord> open(ThreadId threadId) {
      return List.of();
    }

    @Override
    public List<SuspensionRecord> inbox(InboxQuery query, int limit) {
      return List.of();
    }

    @Override
    public DecideOutcome decide(
        SuspensionKey key, String argumentsHash, Decision decision, String by) {
      return new DecideOutcome(Taken.NOT_FOUND, null);
    }
  }
}
