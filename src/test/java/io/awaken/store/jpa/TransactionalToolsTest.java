package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.StateCommand;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.ToolException;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The writes of a transactional tool are stored exactly when its result is. */
class TransactionalToolsTest extends BookingBed {

  @ParameterizedTest
  @EnumSource(ToolExecutionMode.class)
  void toolsRowsAreStoredWithTheirResults(ToolExecutionMode mode) {
    bookings.mode = mode;

    bookings.node().run("t", "go");

    assertKept(1, 1);
    assertThat(bookings.run().finalOutput()).isEqualTo("done");
    assertThat(bookings.results()).containsExactlyInAnyOrder("booked x", "booked y");
    assertThat(bookings.statuses()).containsExactly("succeeded", "succeeded");
  }

  @Test
  void aToolsRowsAndItsResultBecomeVisibleTogether() {
    var before = new ArrayList<Long>();
    var told = new ArrayList<Long>();
    TestNode node =
        bookings.node(
            plugin(
                r ->
                    r.afterTool(
                        (context, call, result) -> {
                          before.add(bookings.booked(call.arguments().path("value").asText()));
                          return AfterTool.Decision.KEEP;
                        })));
    node.sinks.whenPublished(
        event -> {
          if (event instanceof AgentEvent.ToolCallDone) {
            told.add(bookings.booked("x"));
          }
        });

    node.run("t", "go");

    assertThat(before).containsExactly(0L, 0L);
    assertThat(told).containsExactly(1L, 1L);
  }

  static Stream<BookingNode.After> failures() {
    return Stream.of(
        (tool, booked) -> {
          throw new ToolException(ToolException.Kind.NOT_FOUND, "no");
        },
        (tool, booked) -> {
          throw new IllegalStateException("no");
        },
        (tool, booked) -> ToolOutput.of(ToolResult.error(tool, "no")),
        (tool, booked) -> null,
        (tool, booked) ->
            ToolOutput.success(tool, booked).with(StateCommand.none().update(BOOKED, 1)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailedCallStoresOnlyItsResult(BookingNode.After failure) {
    bookings.after =
        (tool, booked) ->
            booked.asText().endsWith("x")
                ? failure.give(tool, booked)
                : ToolOutput.success(tool, booked);

    bookings.node().run("t", "go");

    assertKept(0, 1);
    assertThat(bookings.statuses()).containsExactly("failed", "succeeded");
    assertThat(bookings.results().getFirst()).contains("error");
  }

  private static final EffectKey<String> TELL = EffectKey.of("tell", String.class);

  private Plugin telling(List<String> told) {
    return plugin(
        r ->
            r.registerEffect(
                TELL,
                (payload, context) ->
                    told.add(payload + ", rows " + bookings.booked("x") + bookings.booked("y"))));
  }

  private void tellOfEachBooking() {
    bookings.after =
        (tool, booked) ->
            ToolOutput.success(tool, booked).with(StateCommand.none().emit(TELL, booked.asText()));
  }

  @Test
  @Rows(95)
  void anEffectOfAToolFollowsTheCommitOfItsTransaction() {
    var told = new ArrayList<String>();
    tellOfEachBooking();

    bookings.node(telling(told)).run("t", "go");

    assertThat(told).containsExactly("booked x, rows 10", "booked y, rows 11");
  }

  @Test
  @Rows(95)
  void aRolledBackToolHasNoEffects() {
    var told = new ArrayList<String>();
    tellOfEachBooking();
    Plugin refuses =
        new TestPlugin(
            "refuses", r -> r.afterTool((c, call, x) -> AfterTool.Decision.markError(true)));

    bookings.node(telling(told), refuses).run("t", "go");

    assertKept(0, 0);
    assertThat(told).isEmpty();
  }

  @Test
  void aSuspendingCallStoresNoRows() {
    bookings.after =
        (tool, booked) -> ToolOutput.suspended(tool, SuspendTicket.approval("x", "Really?"));

    bookings.node().run("t", "go");

    assertThat(bookings.run().status()).isEqualTo(RunStatus.WAITING);
    assertKept(0, 0);
  }

  @Test
  void aHookThatTurnsTheResultIntoAnErrorRollsTheToolBack() {
    bookings
        .node(plugin(r -> r.afterTool((c, call, x) -> AfterTool.Decision.markError(true))))
        .run("t", "go");

    assertKept(0, 0);
    assertThat(bookings.statuses()).containsExactly("failed", "failed");
    assertThat(bookings.run().finalOutput()).isEqualTo("done");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFailingHookRollsTheToolBackAndTheResultSaysSo(boolean messages) {
    var node =
        bookings.node(
            plugin(
                r -> {
                  if (messages) {
                    r.afterToolMessages(
                            (context, results) -> {
                              throw new IllegalStateException("boom");
                            })
                        .onFailure(FailurePolicy.FAIL_RUN);
                  } else {
                    r.afterTool(
                            (context, call, result) -> {
                              throw new IllegalStateException("boom");
                            })
                        .onFailure(FailurePolicy.FAIL_RUN);
                  }
                }));

    node.run("t", "go");

    assertKept(0, 0);
    assertThat(bookings.run().termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(bookings.results().getFirst()).contains("what the tool wrote was rolled back");
    assertThat(bookings.statuses()).containsExactly("failed", "cancelled");
    assertThat(node.sinks.events())
        .filteredOn(AgentEvent.ToolCallDone.class::isInstance)
        .hasSize(2);
  }

  @Test
  void aToolThatTimesOutIsRolledBackHoweverItEnds() throws InterruptedException {
    var late = new CountDownLatch(1);
    var over = new CountDownLatch(2);
    bookings.limit = Duration.ofMillis(500);
    bookings.after =
        (tool, booked) -> {
          awaitIgnoringInterrupts(late);
          return ToolOutput.success(tool, booked);
        };
    ToolTransactions watched =
        (limit, work) -> {
          try {
            return bookings.real().within(limit, work);
          } finally {
            over.countDown();
          }
        };

    bookings.node(watched).run("t", "go");
    late.countDown();

    assertThat(over.await(10, TimeUnit.SECONDS)).isTrue();
    assertKept(0, 0);
    assertThat(bookings.results())
        .hasSize(2)
        .allSatisfy(text -> assertThat(text).contains("what it wrote is rolled back"));
    assertThat(bookings.run().finalOutput()).isEqualTo("done");
  }

  private static void awaitIgnoringInterrupts(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        // Ignores the interrupt.
      }
    }
  }

  @Test
  void aCancelledRunReportsThatItsToolWasRolledBack() {
    var node = new TestNode[1];
    bookings.after =
        (tool, booked) -> {
          cancelled(node[0]);
          new CountDownLatch(1).await();
          return ToolOutput.success(tool, TextNode.valueOf("never"));
        };
    node[0] = bookings.node();

    node[0].run("t", "go");

    assertKept(0, 0);
    assertThat(bookings.run().termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(bookings.results().getFirst()).contains("what the tool wrote was rolled back");
  }

  /** Cancelled by another caller. */
  private void cancelled(TestNode node) throws InterruptedException {
    Thread.ofVirtual()
        .start(() -> node.canceller.cancel(bookings.run().runId(), Caller.ANONYMOUS))
        .join();
  }

  @Test
  void aToolThatMarksItsTransactionForRollbackIsNotStored() {
    bookings.after =
        (tool, booked) -> {
          bookings.markRollback();
          return ToolOutput.success(tool, booked);
        };

    bookings.node().run("t", "go");

    assertKept(0, 0);
    assertThat(bookings.statuses()).containsExactly("failed", "failed");
  }
}
