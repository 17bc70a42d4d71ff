package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.awaken.core.message.Message;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.run.RunStore.InboxEntry;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.ThreadStore.Deleted;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Background tasks: runs that other runs start, and whose ends are messages to their threads. */
@Rows(1300)
public abstract class TaskContract extends SuspendingContract {

  private static Submission task(Fence parent) {
    String id = fresh("task");
    var call =
        new ParentCall(
            parent.threadId().key(), parent.runId(), "c-1", 0, "b", 1, parent.runId(), null);
    RunSpec spec =
        RunSpec.of("b", parent.runId(), List.of(Message.user("in-" + id, "find it")))
            .calledBy(call);
    return new Submission(new RunId(id), newThread(), new JobId(id + "-job"), ANN, spec);
  }

  /** A running run, and the tasks that its last commit has started. */
  private record Started(Fence parent, List<Submission> tasks) {
    Submission task() {
      return tasks.getFirst();
    }
  }

  private Started starting(int tasks) {
    Fence parent = claimed(newThread()).fence();
    List<Submission> started = Stream.generate(() -> task(parent)).limit(tasks).toList();
    return new Started(stores.runCommit().commit(parent, starts(started)), started);
  }

  private static StepCommit starts(List<Submission> tasks) {
    return aCommit(fresh("commit")).children(tasks.toArray(Submission[]::new)).build();
  }

  private Claim claim(Submission task) {
    return stores.mailbox().claim(candidate(task), newToken()).orElseThrow();
  }

  private void end(Submission task) {
    end(task, claim(task));
  }

  private void end(Submission task, Claim claim) {
    stores.runCommit().finish(claim.fence(), step(null), ANSWERED.to(task.spec().parent()));
  }

  private List<String> unread(Fence parent) {
    return stores.runs().inbox(parent.runId()).stream()
        .flatMap(entry -> entry.messages().stream())
        .map(Message::text)
        .toList();
  }

  private List<Candidate> queued(Fence parent) {
    return stores.mailbox().due(100).stream()
        .filter(job -> job.threadId().equals(parent.threadId()))
        .toList();
  }

  private static String told(Submission task) {
    return """
    A background task has ended: {"task_id":"%s","agent_id":"b","status":"completed",\
    "response":"done","steps":2}\
    """
        .formatted(task.runId());
  }

  @Test
  void aTaskIsQueuedOnAThreadBelowWithTheCommitOfItsParent() {
    Started started = starting(1);

    Claim claim = claim(started.task());

    assertThat(claim.spec().parent()).isEqualTo(started.task().spec().parent());
    assertThat(claim.lineage().parentThreadId()).isEqualTo(started.parent().threadId());
    assertThat(status(started.parent().runId())).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void aCommitThatIsRefusedStartsNone() {
    Fence parent = claimed(newThread()).fence();
    Submission task = task(parent);
    stores.runCommit().commit(parent, step(null));

    assertThatThrownBy(() -> stores.runCommit().commit(parent, starts(List.of(task))))
        .isInstanceOf(StaleFence.class);

    assertThat(stores.runs().find(task.runId())).isEmpty();
  }

  @Test
  void theEndIsAMessageToTheRunThatStartedItWhileThatIsOpen() {
    Started started = starting(1);

    end(started.task());

    assertThat(unread(started.parent())).containsExactly(told(started.task()));
    assertThat(queued(started.parent())).isEmpty();
  }

  @Test
  void anEndWhoseAnswerWasLostIsToldOnce() {
    Started started = starting(1);
    Claim claim = claim(started.task());
    StepCommit last = step(null);

    stores.runCommit().finish(claim.fence(), last, ANSWERED.to(claim.spec().parent()));
    stores.runCommit().finish(claim.fence(), last, ANSWERED.to(claim.spec().parent()));

    assertThat(unread(started.parent())).hasSize(1);
  }

  @Test
  void aMessageThatItsRunDidNotReadBecomesARun() {
    Started started = starting(1);
    end(started.task());

    stores.runCommit().finish(started.parent(), step(null), ANSWERED);

    assertThat(queued(started.parent())).hasSize(1);
    Claim next = claimDue();
    assertThat(stores.threads().history(next.fence().threadId()))
        .extracting(Message::text)
        .last()
        .isEqualTo(told(started.task()));
  }

  @Test
  void aMessageThatItsRunHasReadBecomesNone() {
    Started started = starting(1);
    end(started.task());
    String read = stores.runs().inbox(started.parent().runId()).getFirst().entryId();
    Fence now = stores.runCommit().commit(started.parent(), takesIn(read));

    stores.runCommit().finish(now, step(null), ANSWERED);

    assertThat(queued(started.parent())).isEmpty();
  }

  @Test
  void anEndBehindThatOfItsRunIsARunOfTheSameAgentAndCaller() {
    Started started = starting(1);
    stores.runCommit().finish(started.parent(), step(null), ANSWERED);

    end(started.task());

    assertThat(queued(started.parent())).hasSize(1);
    Claim next = claimDue();
    assertThat(next.agentId())
        .isEqualTo(stores.runs().find(started.parent().runId()).orElseThrow().agentId());
    assertThat(next.caller()).isEqualTo(ANN);
    assertThat(next.lineage().origin()).isEqualTo(RunOrigin.INTERNAL);
    assertThat(next.spec().parent()).isNull();
    assertThat(stores.threads().history(next.fence().threadId()))
        .extracting(Message::text, Message::sender)
        .last()
        .isEqualTo(tuple(told(started.task()), "task"));
  }

  @Test
  void endsAreToldInTheirOrder() {
    Started started = starting(3);
    stores.runCommit().finish(started.parent(), step(null), ANSWERED);
    List<Submission> order = started.tasks().reversed();

    order.forEach(this::end);

    List<String> told = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      Claim next = claimDue();
      told.add(stores.threads().history(next.fence().threadId()).getLast().text());
      stores.runCommit().finish(next.fence(), step(null), ANSWERED);
    }
    assertThat(told).isEqualTo(order.stream().map(TaskContract::told).toList());
  }

  @Test
  void endsAtTheSameTimeAreEachToldOnce() throws Exception {
    Started started = starting(4);
    List<Claim> claims = started.tasks().stream().map(this::claim).toList();
    var next = IntStream.range(0, 4).iterator();

    race(
        4,
        () -> {
          int at;
          synchronized (next) {
            at = next.next();
          }
          end(started.tasks().get(at), claims.get(at));
          return at;
        });

    assertThat(unread(started.parent()))
        .containsExactlyInAnyOrderElementsOf(
            started.tasks().stream().map(TaskContract::told).toList());
  }

  @Test
  void aRunThatWaitsForItsTasksResumesWithTheFirstMessage() {
    Started started = starting(2);
    stores.runCommit().park(started.parent(), step(null));
    assertThat(status(started.parent().runId())).isEqualTo(RunStatus.WAITING);

    started.tasks().forEach(this::end);

    assertThat(queued(started.parent())).hasSize(1);
    Claim resumed = claimDue();
    assertThat(resumed.runId()).isEqualTo(started.parent().runId());
    assertThat(resumed.begun()).isTrue();
    assertThat(unread(started.parent())).hasSize(2);
  }

  @Test
  void aMessageOfACallerResumesItToo() {
    Started started = starting(1);
    stores.runCommit().park(started.parent(), step(null));
    String id = fresh("said");

    var said =
        new Submission(
                new RunId(id),
                started.parent().threadId(),
                new JobId(id),
                ANN,
                RunSpec.of("helper", null, List.of(Message.user(id, "Hurry."))))
            .as(SubmitMode.STEER);
    assertThat(stores.mailbox().submit(said)).isInstanceOf(SubmitResult.Steered.class);

    assertThat(queued(started.parent())).hasSize(1);
    assertThat(unread(started.parent())).containsExactly("Hurry.");
  }

  @Test
  void anEndBeforeTheRunParksKeepsItFromParking() {
    Started started = starting(1);
    end(started.task());

    assertThatThrownBy(() -> stores.runCommit().park(started.parent(), step(null)))
        .isInstanceOf(DecisionPending.class);

    List<String> read =
        stores.runs().inbox(started.parent().runId()).stream().map(InboxEntry::entryId).toList();
    assertThatCode(
            () -> stores.runCommit().park(started.parent(), takesIn(read.toArray(String[]::new))))
        .doesNotThrowAnyException();
  }

  @Test
  void aMessageDoesNotResumeARunThatWaitsForAnAnswer() {
    Started started = starting(1);
    stores.runCommit().park(started.parent(), asks(question(started.parent(), "c-9")));

    end(started.task());

    assertThat(queued(started.parent())).isEmpty();
    assertThat(unread(started.parent())).hasSize(1);
  }

  @Test
  void aTaskThatIsCancelledInTheQueueIsToldToo() {
    Started started = starting(1);

    stores.runs().cancel(started.task().runId(), ANN);

    assertThat(unread(started.parent())).first().asString().contains("\"status\":\"cancelled\"");
  }

  @Test
  void aDeadLetterIsToldToo() {
    Started started = starting(1);

    stores.mailbox().nack(claim(started.task()).fence(), "broken", true);

    assertThat(unread(started.parent()))
        .first()
        .asString()
        .contains("\"status\":\"failed\"")
        .contains("\"reason\":");
  }

  @Test
  @Rows(190)
  void eachEndOfARedrivenTaskIsToldOnceUnderItsFirstId() {
    Started started = starting(1);
    Claim run = claim(started.task());
    for (int time = 0; time < 2; time++) {
      stores.mailbox().nack(run.fence(), "broken", true);
      run = redriven(run);
    }
    StepCommit last = step(null);

    stores.runCommit().finish(run.fence(), last, ANSWERED.to(run.spec().parent()));
    stores.runCommit().finish(run.fence(), last, ANSWERED.to(run.spec().parent()));

    String id = started.task().runId().value();
    assertThat(unread(started.parent()))
        .hasSize(3)
        .allMatch(text -> text.contains("{\"task_id\":\"" + id + "\""))
        .last()
        .isEqualTo(told(started.task()));
  }

  private Claim redriven(Claim dead) {
    String id = fresh("again");
    var wish =
        new Redrive(
            dead.fence().threadId(),
            dead.fence().jobId(),
            new RunId(id),
            new JobId(id + "-job"),
            ANN,
            false);
    assertThat(stores.mailbox().redrive(wish)).isInstanceOf(SubmitResult.Queued.class);
    Claim next = claimDue();
    assertThat(next.runId()).isEqualTo(wish.runId());
    return next;
  }

  @Test
  void cancellingTheParentLeavesItsTasks() {
    Started started = starting(1);
    stores.runCommit().park(started.parent(), step(null));

    stores.runs().cancel(started.parent().runId(), ANN);

    assertThat(status(started.task().runId())).isEqualTo(RunStatus.CREATED);
  }

  @Test
  void anEndWithoutAThreadIsWritten() {
    Started started = starting(1);
    stores.runCommit().finish(started.parent(), step(null), ANSWERED);
    assertThat(stores.threads().delete(started.parent().threadId(), ANN, false))
        .isEqualTo(Deleted.DELETED);

    end(started.task());

    assertThat(status(started.task().runId())).isEqualTo(RunStatus.DONE);
    assertThat(queued(started.parent())).isEmpty();
    assertThat(stores.threads().find(started.parent().threadId())).isEmpty();
  }

  @Test
  void unfinishedOnesAreCounted() {
    Started started = starting(3);
    end(started.task());
    List<RunId> ids = new ArrayList<>(started.tasks().stream().map(Submission::runId).toList());
    ids.add(new RunId("nobody"));

    assertThat(stores.runs().unfinished(ids)).isEqualTo(2);
    assertThat(stores.runs().unfinished(List.of())).isZero();
  }
}
