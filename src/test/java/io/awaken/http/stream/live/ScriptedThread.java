package io.awaken.http.stream.live;

import static io.awaken.fixture.CommitBuilder.aCommit;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventTap;
import io.awaken.core.event.RunEvents;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Hubs;
import java.time.InstantSource;
import java.util.List;

/** A thread whose runs a test drives event by event, over real stores. */
public final class ScriptedThread {

  public final ThreadId id;
  private final MailboxStore mailbox;
  private final RunCommit commits;
  private final LiveHub hub;
  private final InstantSource clock;
  private Caller caller = Caller.ANONYMOUS;
  private int numbers;

  public ScriptedThread(MailboxStore mailbox, RunCommit commits, LiveHub hub, InstantSource clock) {
    this("t", mailbox, commits, hub, clock);
  }

  /** A thread with this id. */
  public ScriptedThread(
      String id, MailboxStore mailbox, RunCommit commits, LiveHub hub, InstantSource clock) {
    this.id = new ThreadId(id);
    this.mailbox = mailbox;
    this.commits = commits;
    this.hub = hub;
    this.clock = clock;
  }

  /** Sets the caller of further runs. */
  public ScriptedThread as(Caller other) {
    caller = other;
    return this;
  }

  /** Executes a run on this node at once. */
  public Speaking begin(String run) {
    var result = mailbox.submits().submit(submission(run, token()));
    return open(hub, ((SubmitResult.Claimed) result).claim(), 0);
  }

  /** The same on another node. */
  public Speaking beginElsewhere(String run) {
    var result = mailbox.submits().submit(submission(run, token()));
    return open(Hubs.alone(), ((SubmitResult.Claimed) result).claim(), 0);
  }

  /** A run that waits for the thread. */
  public RunId queue(String run) {
    mailbox.submits().submit(submission(run, null));
    return new RunId(run);
  }

  /** Resumes the head of the queue here after its last commit. */
  public Speaking claimDue(long committed) {
    var due =
        mailbox.claims().due(10).stream()
            .filter(each -> each.threadId().equals(id))
            .findFirst()
            .orElseThrow();
    return open(hub, mailbox.claims().claim(due, token()).orElseThrow(), committed);
  }

  private Speaking open(LiveHub to, Claim claim, long last) {
    long epoch = claim.fence().epoch();
    var sink = to.open(claim.runId(), epoch, last);
    return new Speaking(claim.fence(), new RunEvents(sink, EventTap.NONE, clock, epoch, last));
  }

  private ClaimToken token() {
    return new ClaimToken("token-" + ++numbers);
  }

  private Submission submission(String run, ClaimToken claim) {
    return new Submission(
        new RunId(run),
        id,
        new JobId("job-" + run),
        "helper",
        caller,
        null,
        List.of(Message.user("in-" + run, "hello")),
        claim);
  }

  /** One activation; each method returns it. */
  public final class Speaking {

    private final RunEvents events;
    private Fence fence;

    private Speaking(Fence fence, RunEvents events) {
      this.fence = fence;
      this.events = events;
    }

    public RunId run() {
      return fence.runId();
    }

    public Speaking says(String... words) {
      for (String word : words) {
        events.emit(new AgentEvent.TextDelta(word));
      }
      return this;
    }

    public Speaking emits(AgentEvent event) {
      events.emit(event);
      return this;
    }

    public Speaking commits() {
      fence = commits.commit(fence, step());
      events.committed();
      return this;
    }

    public void finishes() {
      var end = new TerminationReason.NaturalEnd();
      events.emit(new AgentEvent.RunFinish(id.value(), run().value(), null, end));
      commits.finish(fence, step(), new RunOutcome(end, "done", 1, 1, 1));
      events.committed();
      events.close(true);
    }

    /** Loses the thread or hands the run over. */
    public void leaves() {
      events.close(false);
    }

    private StepCommit step() {
      return aCommit("commit-" + ++numbers).segment(events.segment()).build();
    }
  }
}
