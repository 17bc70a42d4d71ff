package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Databases;
import io.awaken.store.database.DatabaseProduct;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A query reads few of a run's commits, however large they are. */
class EventPagesTest {

  private static final ThreadId THREAD = new ThreadId("t");
  private static final RunId RUN = new RunId("r");
  private static final int COMMITS = 10;
  private static final int LENGTH = 300_000;

  @ParameterizedTest
  @EnumSource
  void aPageEndsBeforeTheCommitThatExceedsItsBytes(DatabaseProduct product) {
    try (var stores = new InDatabase(Databases.of(product))) {
      say(stores);

      var view = stores.events().view(RUN, Cursor.START, 32).orElseThrow();
      assertThat(view.page()).hasSize((int) (EventLog.PAGE_BYTES / LENGTH));
      assertThat(view.more()).isTrue();

      long behind = 0;
      int read = 0;
      boolean more = true;
      while (more) {
        var next = stores.events().view(RUN, new Cursor(1, behind), 32).orElseThrow();
        assertThat(next.page()).isNotEmpty();
        read += next.page().size();
        behind = next.page().getLast().lastSequence();
        more = next.more();
      }
      assertThat(read).isEqualTo(COMMITS);

      var ofThread = stores.events().view(THREAD, ThreadPosition.at(0), 32).orElseThrow();
      assertThat(ofThread.page()).hasSize(view.page().size());
      assertThat(ofThread.more()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCommitLargerThanAPageIsReadAlone(DatabaseProduct product) {
    try (var stores = new InDatabase(Databases.of(product))) {
      var fence = begin(stores);
      fence = commit(stores, fence, 1, 2_000_000);
      commit(stores, fence, 2, 10);

      var view = stores.events().view(RUN, Cursor.START, 32).orElseThrow();
      assertThat(view.page()).hasSize(1);
      assertThat(view.more()).isTrue();
    }
  }

  private static void say(InDatabase stores) {
    Fence fence = begin(stores);
    for (int i = 1; i < COMMITS; i++) {
      fence = commit(stores, fence, i, LENGTH);
    }
    stores
        .runCommit()
        .finish(
            fence,
            step(fence, COMMITS, LENGTH),
            new RunOutcome(new TerminationReason.NaturalEnd(), null, 1, 0, 0));
  }

  private static Fence begin(InDatabase stores) {
    var submission =
        new Submission(
            RUN,
            THREAD,
            new JobId("j"),
            "a",
            Caller.ANONYMOUS,
            null,
            List.of(Message.user("m", "hello")),
            new ClaimToken("c"));
    return ((SubmitResult.Claimed) stores.mailbox().submit(submission)).claim().fence();
  }

  private static Fence commit(InDatabase stores, Fence fence, int number, int length) {
    return stores.runCommit().commit(fence, step(fence, number, length));
  }

  private static StepCommit step(Fence fence, int number, int length) {
    var said =
        new StreamEvent(
            new Cursor(fence.epoch(), number),
            Instant.ofEpochMilli(1_000),
            new AgentEvent.TextDelta("x".repeat(length)));
    return aCommit("commit-" + number).segment(Segment.join(List.of(said))).build();
  }
}
