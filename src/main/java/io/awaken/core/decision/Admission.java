package io.awaken.core.decision;

import static io.awaken.core.decision.ThreadView.ThreadState.ABSENT;
import static io.awaken.core.decision.ThreadView.ThreadState.FREE;
import static io.awaken.core.decision.ThreadView.ThreadState.QUEUED;
import static io.awaken.core.decision.ThreadView.ThreadState.RUNNING;
import static io.awaken.core.decision.ThreadView.ThreadState.WAITING;
import static io.awaken.core.store.submission.SubmitMode.INTERRUPT;
import static io.awaken.core.store.submission.SubmitMode.QUEUE;
import static io.awaken.core.store.submission.SubmitMode.REJECT;
import static io.awaken.core.store.submission.SubmitMode.RESUME_OPEN_RUN;
import static io.awaken.core.store.submission.SubmitMode.STEER;

import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.ThreadView.ThreadState;
import io.awaken.core.store.job.MailboxStore.Bounds;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.submission.SubmitResult.Refused;
import io.awaken.core.store.thread.CutDecision;
import io.awaken.core.store.thread.CutDecision.CutRefusal;
import java.util.List;

/** Decides submissions, by mode and state of the thread. */
public final class Admission {

  /** The decision table, by state and mode. */
  public static final List<Row<ThreadState, SubmitMode, Rule>> ROWS =
      List.of(
          new Row<>(ABSENT, QUEUE, Admission::begin),
          new Row<>(ABSENT, REJECT, Admission::begin),
          new Row<>(ABSENT, STEER, Admission::begin),
          new Row<>(ABSENT, INTERRUPT, Admission::begin),
          new Row<>(ABSENT, RESUME_OPEN_RUN, Admission::noOpenRun),
          new Row<>(FREE, QUEUE, Admission::begin),
          new Row<>(FREE, REJECT, Admission::begin),
          new Row<>(FREE, STEER, Admission::begin),
          new Row<>(FREE, INTERRUPT, Admission::begin),
          new Row<>(FREE, RESUME_OPEN_RUN, Admission::noOpenRun),
          new Row<>(QUEUED, QUEUE, Admission::enqueue),
          new Row<>(QUEUED, REJECT, Admission::busy),
          new Row<>(QUEUED, STEER, Admission::enqueue),
          new Row<>(QUEUED, INTERRUPT, Admission::interrupt),
          new Row<>(QUEUED, RESUME_OPEN_RUN, Admission::noOpenRun),
          new Row<>(RUNNING, QUEUE, Admission::enqueue),
          new Row<>(RUNNING, REJECT, Admission::busy),
          new Row<>(RUNNING, STEER, Admission::steerOrEnqueue),
          new Row<>(RUNNING, INTERRUPT, Admission::interrupt),
          new Row<>(RUNNING, RESUME_OPEN_RUN, Admission::steer),
          new Row<>(WAITING, QUEUE, Admission::enqueue),
          new Row<>(WAITING, REJECT, Admission::busy),
          new Row<>(WAITING, STEER, Admission::steerOrEnqueue),
          new Row<>(WAITING, INTERRUPT, Admission::interrupt),
          new Row<>(WAITING, RESUME_OPEN_RUN, Admission::steer));

  private Admission() {}

  /** A rule of the table. */
  @FunctionalInterface
  public interface Rule {
    Plan plan(ThreadView thread, Submission submission, Bounds bounds);
  }

  /**
   * Facts besides the state of the thread.
   *
   * @param before the earlier result of the same submission, or of another with its dedupe key; or
   *     null
   * @param cut where the submission cuts its thread; null when it supersedes nothing or has an
   *     earlier result
   */
  public record Facts(SubmitResult before, CutDecision cut) {}

  /** Decides about a submission. */
  public static Plan decide(ThreadView thread, Submission submission, Facts facts, Bounds bounds) {
    if (submission.elsewhere() || !thread.opensTo(submission.caller())) {
      return new Plan.Answer(Refused.threadNotFound(submission.threadId()));
    }
    if (facts.before() != null) {
      return new Plan.Answer(facts.before());
    }
    if (facts.cut() instanceof CutRefusal refusal) {
      return new Plan.Answer(Refused.notCut(refusal));
    }
    if (!bounds
        .thread()
        .hasRoom(
            thread.messages(),
            thread.bytes(),
            submission.messages().size(),
            submission.messageBytes())) {
      return new Plan.Answer(Refused.threadFull(submission.threadId(), bounds.thread()));
    }
    return Row.find(ROWS, thread.state(), submission.mode())
        .<Plan>map(rule -> rule.plan(thread, submission, bounds))
        .orElse(Step.NOTHING);
  }

  /**
   * Decides a submission after its thread was interrupted.
   *
   * @param clear whether neither an executing run nor one that the caller cannot see is left
   */
  public static Plan afterInterruption(Submission submission, boolean clear) {
    return clear && submission.claim() != null ? Step.BEGIN : new Plan.Enqueue(false);
  }

  /** Whether a run with this many unread messages accepts those of a submission. */
  public static boolean takesMessages(
      long unread, long unreadBytes, Submission submission, Bounds bounds) {
    return unread < bounds.unread()
        && (unreadBytes == 0 || unreadBytes + submission.messageBytes() <= bounds.unreadBytes());
  }

  private static Plan begin(ThreadView thread, Submission submission, Bounds bounds) {
    return submission.claim() != null ? Step.BEGIN : enqueue(thread, submission, bounds);
  }

  /** Queued jobs never block an interrupting submission. */
  private static Plan enqueue(ThreadView thread, Submission submission, Bounds bounds) {
    if (submission.mode() != INTERRUPT && thread.queued() >= bounds.queued()) {
      return new Plan.Answer(Refused.queueFull(bounds.queued()));
    }
    return new Plan.Enqueue(submission.mode() != QUEUE && thread.state() == FREE);
  }

  private static Plan busy(ThreadView thread, Submission submission, Bounds bounds) {
    return new Plan.Answer(Refused.busy(thread.openRun()));
  }

  private static Plan interrupt(ThreadView thread, Submission submission, Bounds bounds) {
    return Step.INTERRUPT;
  }

  private static Plan noOpenRun(ThreadView thread, Submission submission, Bounds bounds) {
    return new Plan.Answer(Refused.noOpenRun());
  }

  private static Plan steer(ThreadView thread, Submission submission, Bounds bounds) {
    return thread.maySteer(submission.caller())
        ? Step.STEER
        : noOpenRun(thread, submission, bounds);
  }

  private static Plan steerOrEnqueue(ThreadView thread, Submission submission, Bounds bounds) {
    return thread.maySteer(submission.caller()) ? Step.STEER : enqueue(thread, submission, bounds);
  }
}
