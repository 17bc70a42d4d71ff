package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.state.StateCommand;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.TestNode;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The writes of a transactional tool are stored once or not at all when a commit or node is lost.
 */
class LostToolCommitsTest extends BookingBed {

  @Test
  void aLostCommitLeavesAnErrorAndNoStateOfTheTool() {
    var seen = new ArrayList<Boolean>();
    bookings.after =
        (tool, booked) -> {
          if (seen.isEmpty()) {
            bookings.connections.loseNextCommit();
          }
          return ToolOutput.success(tool, booked).with(StateCommand.none().update(BOOKED, 1));
        };
    var node =
        bookings.node(
            plugin(
                r -> {
                  r.registerKey(BOOKED);
                  r.afterTool(
                      (context, call, result) -> {
                        seen.add(result.failed());
                        return AfterTool.Decision.KEEP;
                      });
                }));

    node.run("t", "go");

    assertKept(0, 1);
    assertThat(bookings.statuses()).containsExactly("failed", "succeeded");
    assertThat(bookings.results().getFirst()).contains("what the tool wrote was rolled back");
    assertThat(bookings.results()).hasSize(2);
    assertThat(bookings.state().get("booked").asInt()).isEqualTo(1);
    assertThat(seen).as("hooks see what became of it").containsExactly(false, true, false);
    assertThat(node.sinks.published())
        .extracting(event -> event.cursor().sequence())
        .as("no number is missing")
        .isEqualTo(Stream.iterate(1L, n -> n + 1).limit(node.sinks.published().size()).toList());
  }

  @Test
  void aCommitWhoseAnswerWasLostIsStoredOnce() {
    bookings.after =
        (tool, booked) -> {
          bookings.connections.loseNextAnswer();
          return ToolOutput.success(tool, booked);
        };

    bookings.node().run("t", "go");

    assertKept(1, 1);
    assertThat(bookings.calls).hasValue(2);
    assertThat(bookings.results()).containsExactly("booked x", "booked y");
    assertThat(bookings.statuses()).containsExactly("succeeded", "succeeded");
  }

  @Test
  void aCallIsRepeatedWhenItsNodeDiedBeforeTheCommit() {
    ToolTransactions dying =
        (limit, work) -> {
          try {
            return bookings
                .real()
                .within(
                    limit,
                    () -> {
                      work.get();
                      throw new IllegalStateException("power cut");
                    });
          } catch (RuntimeException e) {
            throw new IllegalStateException("power cut", e);
          }
        };
    bookings.node(dying).run("t", "go");
    assertKept(0, 0);
    assertThat(bookings.results()).isEmpty();

    goOnElsewhere();

    assertKept(1, 1);
    assertThat(bookings.calls).hasValue(3);
  }

  @Test
  void aCallIsNotRepeatedWhenItsNodeDiedAfterTheCommit() {
    ToolTransactions dying =
        (limit, work) -> {
          bookings.real().within(limit, work);
          throw new IllegalStateException("power cut");
        };
    bookings.node(dying).run("t", "go");
    assertKept(1, 0);
    assertThat(bookings.results()).containsExactly("booked x");

    goOnElsewhere();

    assertKept(1, 1);
    assertThat(bookings.calls).hasValue(2);
  }

  private void goOnElsewhere() {
    bookings.leaseRunsOut();
    TestNode other = bookings.node();
    other.starter.claimDue();
    other.executeAll();
    assertThat(bookings.run().finalOutput()).isEqualTo("done");
    assertThat(bookings.results()).containsExactly("booked x", "booked y");
  }

  @Test
  void aNodeThatLostTheThreadStoresNothing() {
    bookings.after =
        (tool, booked) -> {
          bookings.execute("UPDATE awaken_thread SET epoch = epoch + 1");
          return ToolOutput.success(tool, booked);
        };

    bookings.node().run("t", "go");

    assertKept(0, 0);
    assertThat(bookings.results()).isEmpty();
    assertThat(bookings.statuses()).containsExactly("running", "new");
  }
}
