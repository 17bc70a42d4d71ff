package io.awaken.core.decision;

import io.awaken.core.run.RunStatus;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Counts of a run's questions.
 *
 * @param open questions without a decision
 * @param ofPeople those of them that are not answered by the end of another run
 * @param decided decided questions of batches that the run has not acted on
 * @param decidedAlone the same for questions outside of batches
 */
public record QuestionCounts(long open, long ofPeople, long decided, long decidedAlone) {

  /** Counts them. */
  public static QuestionCounts of(Collection<SuspensionRecord> questions) {
    return new QuestionCounts(
        count(questions, QuestionCounts::open),
        count(questions, each -> open(each) && each.ofPeople()),
        count(questions, each -> decided(each) && each.batch()),
        count(questions, each -> decided(each) && !each.batch()));
  }

  private static long count(
      Collection<SuspensionRecord> questions, Predicate<SuspensionRecord> which) {
    return questions.stream().filter(which).count();
  }

  private static boolean open(SuspensionRecord question) {
    return question.status() == SuspensionStatus.OPEN;
  }

  private static boolean decided(SuspensionRecord question) {
    return question.status() == SuspensionStatus.DECIDED;
  }

  /**
   * Whether a decision is effective, so that the run continues: in a batch when every question is
   * decided, otherwise at once.
   */
  public boolean decisionCounts() {
    return decidedAlone > 0 || decided > 0 && open == 0;
  }

  /**
   * Whether a run must not park: a decision is effective, or it would wait for messages that are
   * already there, such as those of its tasks.
   *
   * @param unread whether the run has unread messages
   */
  public boolean keepsFromParking(boolean unread) {
    return decisionCounts() || waitsForMessages() && unread;
  }

  /** Whether a waiting run continues with the next message, since it asks nothing. */
  public boolean waitsForMessages() {
    return open == 0;
  }

  /**
   * Whether a run does nothing without an external command. One that waits for other runs or its
   * tasks only continues by itself, and one with an effective decision does before its status
   * changes.
   */
  public boolean settled(RunStatus run) {
    return run == RunStatus.DONE || run == RunStatus.WAITING && ofPeople > 0 && !decisionCounts();
  }

  /** Why a question accepts no decision about these arguments; empty when it does. */
  public static Optional<Taken> refusal(SuspensionRecord question, String argumentsHash) {
    if (question == null) {
      return Optional.of(Taken.NOT_FOUND);
    }
    if (!open(question)) {
      return Optional.of(Taken.CLOSED);
    }
    return question.argumentsHash().equals(argumentsHash)
        ? Optional.empty()
        : Optional.of(Taken.OTHER_ARGUMENTS);
  }
}
