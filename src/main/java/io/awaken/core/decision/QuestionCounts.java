package io.awaken.core.decision;

import io.awaken.core.run.RunStatus;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.Collection;
import java.util.Optional;

/**
 * Counts of a run's questions.
 *
 * @param open questions without a decision
 * @param decided decided questions of batches that the run has not acted on
 * @param decidedAlone the same for questions outside of batches
 */
public record QuestionCounts(long open, long decided, long decidedAlone) {

  /** Counts them. */
  public static QuestionCounts of(Collection<SuspensionRecord> questions) {
    return new QuestionCounts(
        questions.stream().filter(each -> each.status() == SuspensionStatus.OPEN).count(),
        questions.stream().filter(each -> decided(each) && each.batch()).count(),
        questions.stream().filter(each -> decided(each) && !each.batch()).count());
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

  /** Whether a run does nothing without an external command. */
  public boolean settled(RunStatus run) {
    return run == RunStatus.DONE || run == RunStatus.WAITING && !decisionCounts();
  }

  /** Why a question accepts no decision about these arguments; empty when it does. */
  public static Optional<Taken> refusal(SuspensionRecord question, String argumentsHash) {
    if (question == null) {
      return Optional.of(Taken.NOT_FOUND);
    }
    if (question.status() != SuspensionStatus.OPEN) {
      return Optional.of(Taken.CLOSED);
    }
    return question.argumentsHash().equals(argumentsHash)
        ? Optional.empty()
        : Optional.of(Taken.OTHER_ARGUMENTS);
  }
}
