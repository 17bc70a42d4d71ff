package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.RecordingSinks;
import io.awaken.fixture.SettableClock;
import io.awaken.runtime.AgentRuntime;
import io.awaken.store.database.DatabaseProduct;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** F28: nodes with wrong clocks, each off by another amount, or set back during a run. */
@Failures("F28")
class WrongClockTest {

  private static final ThreadId THREAD = new ThreadId("t");

  @ParameterizedTest
  @EnumSource
  void aClockSetBackDuringARunChangesNeitherItsOutputNorTheOrder(DatabaseProduct product) {
    within(
        product,
        bed -> {
          RunId run = bed.run(Duration.ofMinutes(10), clock -> clock.advance(PUT_BACK));

          List<StreamEvent> told = bed.told(run);
          assertThat(told).isEqualTo(bed.sinks.published());
          assertThat(told).extracting(StreamEvent::timestamp).isSorted();
          assertThat(told)
              .extracting(event -> event.cursor().sequence())
              .containsExactlyElementsOf(LongStream.rangeClosed(1, told.size()).boxed().toList());
        });
  }

  private static final Duration PUT_BACK = Duration.ofMinutes(-20);

  @ParameterizedTest
  @EnumSource
  void leasesUseTheDatabaseClock(DatabaseProduct product) {
    within(
        product,
        bed -> {
          for (int minutes : List.of(10, -10)) {
            bed.run(
                Duration.ofMinutes(minutes),
                clock -> {
                  clock.advance(Duration.ofMinutes(-minutes));
                  assertThat(bed.leaseLeft())
                      .isBetween(Duration.ofSeconds(1), Stores.SETTINGS.lease());
                  assertThat(bed.stores.mailbox().queue().waiting().leases()).isFalse();
                  assertThat(bed.stores.mailbox().leases().reclaimExpired(10)).isZero();
                });
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void aConversationIsInRunOrderWhateverTheNodesClocks(DatabaseProduct product) {
    within(
        product,
        bed -> {
          RunId first = bed.run(Duration.ofMinutes(10), clock -> {});
          RunId second = bed.run(Duration.ofMinutes(-10), clock -> {});

          assertThat(bed.stores.threads().history(THREAD))
              .extracting(Message::text)
              .containsExactly("hello", "one two three", "hello", "one two three");
          assertThat(bed.told(second).getFirst().timestamp())
              .isBefore(bed.told(first).getFirst().timestamp());
          assertThat(bed.stores.threads().find(THREAD).orElseThrow().latestRunId())
              .isEqualTo(second);
        });
  }

  private static void within(DatabaseProduct product, Consumer<Bed> test) {
    try (var database = product == DatabaseProduct.H2 ? Databases.h2() : Databases.postgres();
        var stores =
            new JpaStores(
                database.transactions(JpaStores.ENTITIES), database.database(), Stores.SETTINGS)) {
      test.accept(new Bed(database, stores, new RecordingSinks()));
    }
  }

  private record Bed(Databases.Fresh database, JpaStores stores, RecordingSinks sinks) {

    /** Runs on a node with this clock offset; an action runs during the model call. */
    RunId run(Duration off, Consumer<SettableClock> meanwhile) {
      var clock = new SettableClock();
      clock.advance(off);
      try (var node =
          AgentRuntime.builder()
              .withStores(InDatabase.ports(stores))
              .withClock(clock)
              .withAgentSpec(AgentSpec.of("a", "m"))
              .withModel(new ModelSpec("m", "p", "scripted"))
              .withProvider("p", speaking(clock, meanwhile))
              .build()) {
        var request = RunRequest.of("a", "hello").in(THREAD);
        return node.run(request, sinks.open(new RunId("any"), 1, 0)).runId();
      }
    }

    private static LlmExecutor speaking(SettableClock clock, Consumer<SettableClock> meanwhile) {
      return (request, listener, cancellation) -> {
        listener.text("one ");
        clock.advance(Duration.ofSeconds(1));
        listener.text("two ");
        meanwhile.accept(clock);
        listener.text("three");
        return new StreamResult(
            List.of(new ContentBlock.Text("one two three")),
            List.of(),
            TokenUsage.of(1, 1),
            StopReason.END_TURN,
            false);
      };
    }

    List<StreamEvent> told(RunId run) {
      return stores.events().read(run, 0, 100).stream()
          .flatMap(segment -> segment.eventsAfter(0).stream())
          .toList();
    }

    Duration leaseLeft() {
      return Duration.ofMillis(
          database.number(
              "SELECT lease_until - "
                  + database.database().clockMillis()
                  + " FROM awaken_job WHERE status = 'claimed'"));
    }
  }
}
