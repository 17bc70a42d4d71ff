package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.emptyCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.LeaseStore.NackResult;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.TestNode;
import io.awaken.store.database.DatabaseProduct;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * F23: a node stalls during a model call for longer than its lease. When it continues, another node
 * owns the run or has already ended it.
 */
@Failures("F23")
class FrozenNodeTest {

  private static final ThreadId THREAD = new ThreadId("t");

  @ParameterizedTest
  @EnumSource
  void aStalledNodeWritesNothingAfterwardsAndDropsTheRun(DatabaseProduct product) {
    within(
        product,
        (stores, database) -> {
          var next = node(stores, "of the next", () -> {});
          var frozen =
              node(
                  stores,
                  "of the frozen one",
                  () -> {
                    takeOver(stores, next);
                    next.executeAll();
                  });
          RunId run = frozen.submit("t", "hello");

          frozen.executeAll();

          assertThat(stores.threads().history(THREAD))
              .extracting(Message::text)
              .containsExactly("hello", "of the next");
          assertThat(stores.runs().find(run).orElseThrow().finalOutput()).isEqualTo("of the next");
          assertThat(told(stores, run))
              .allMatch(event -> event.cursor().epoch() == 2)
              .extracting(event -> event.cursor().sequence())
              .containsExactlyElementsOf(
                  LongStream.rangeClosed(1, told(stores, run).size()).boxed().toList());
          assertThat(frozen.live.count()).isZero();
          assertThat(frozen.sinks.events()).noneMatch(AgentEvent.RunFinish.class::isInstance);
          assertThat(frozen.sinks.closed()).containsExactly(false);
        });
  }

  @ParameterizedTest
  @EnumSource
  void everyWriteOfAStalledNodeIsRefusedWhileItsSuccessorWorks(DatabaseProduct product) {
    within(
        product,
        (stores, database) -> {
          Fence[] fences = new Fence[1];
          var next =
              node(
                  stores,
                  "of the next",
                  () -> assertThatEverythingIsRefused(stores, database, fences[0]));
          var frozen = node(stores, "never", () -> {});
          RunId run = frozen.submit("t", "hello");
          fences[0] = fenceOf(database, run);
          takeOver(stores, next);
          next.executeAll();

          assertThat(stores.runs().find(run).orElseThrow().termination())
              .isInstanceOf(TerminationReason.NaturalEnd.class);
        });
  }

  private static void assertThatEverythingIsRefused(
      InDatabase stores, Databases.Fresh database, Fence lost) {
    var step = emptyCommit("late");
    var ended = new RunOutcome(new TerminationReason.NaturalEnd(), "late", 1, 1, 1);
    long before = database.number("SELECT sum(updated_at) FROM awaken_job");

    assertThatExceptionOfType(StaleFence.class)
        .isThrownBy(() -> stores.runCommit().commit(lost, step));
    assertThatExceptionOfType(StaleFence.class)
        .isThrownBy(() -> stores.runCommit().park(lost, step));
    assertThatExceptionOfType(StaleFence.class)
        .isThrownBy(() -> stores.runCommit().finish(lost, step, ended));
    assertThat(stores.mailbox().release(lost)).isFalse();
    assertThat(stores.mailbox().nack(lost, "late", false)).isEqualTo(new NackResult.Lost());
    assertThat(stores.mailbox().renew(List.of(lost.token())).owned()).isEmpty();

    assertThat(database.number("SELECT sum(updated_at) FROM awaken_job")).isEqualTo(before);
    assertThat(stores.runs().find(lost.runId()).orElseThrow().status())
        .isEqualTo(RunStatus.RUNNING);
  }

  /** Returns the fence of the stalled node. */
  private static Fence fenceOf(Databases.Fresh database, RunId run) {
    return new Fence(
        THREAD,
        run,
        new JobId(text(database, "job_id")),
        new ClaimToken(text(database, "claim_token")),
        1,
        1,
        null);
  }

  private static String text(Databases.Fresh database, String column) {
    return database.text("SELECT " + column + " FROM awaken_job");
  }

  private static void takeOver(InDatabase stores, TestNode next) {
    stores.expireLeases();
    assertThat(stores.mailbox().reclaimExpired(10)).isEqualTo(1);
    assertThat(next.starter.claimDue()).isEqualTo(1);
  }

  private static TestNode node(InDatabase stores, String answer, Runnable meanwhile) {
    LlmExecutor model =
        (request, listener, cancellation) -> {
          listener.text("half");
          meanwhile.run();
          return new StreamResult(
              List.of(new ContentBlock.Text(answer)),
              List.of(),
              TokenUsage.of(1, 1),
              StopReason.END_TURN,
              false);
        };
    return new TestNode(stores.ports(), model, UnaryOperator.identity());
  }

  private static List<StreamEvent> told(InDatabase stores, RunId run) {
    return stores.events().read(run, 0, 100).stream()
        .flatMap(segment -> segment.eventsAfter(0).stream())
        .toList();
  }

  private static void within(DatabaseProduct product, Test test) {
    var database = product == DatabaseProduct.H2 ? Databases.h2() : Databases.postgres();
    try (var stores = new InDatabase(database)) {
      test.in(stores, database);
    }
  }

  private interface Test {
    void in(InDatabase stores, Databases.Fresh database);
  }
}
