package io.awaken.core.loop.activation;

import io.awaken.core.message.Message;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionChanges;
import java.util.List;

/**
 * What a commit adds besides events and state.
 *
 * @param messages for the history
 * @param newCalls calls without a commit
 * @param changedCalls calls with a new state
 * @param suspensions changes to questions
 * @param consumed ids of the inbox entries among the messages
 * @param children runs that calls start
 */
public record StepChanges(
    List<Message> messages,
    List<CallState> newCalls,
    List<CallState> changedCalls,
    SuspensionChanges suspensions,
    List<String> consumed,
    List<Submission> children) {

  public static final StepChanges NONE =
      new StepChanges(List.of(), List.of(), List.of(), SuspensionChanges.NONE, List.of());

  /** Changes that start no run. */
  public StepChanges(
      List<Message> messages,
      List<CallState> newCalls,
      List<CallState> changedCalls,
      SuspensionChanges suspensions,
      List<String> consumed) {
    this(messages, newCalls, changedCalls, suspensions, consumed, List.of());
  }

  /** With other messages. */
  StepChanges with(List<Message> others) {
    return others == messages
        ? this
        : new StepChanges(others, newCalls, changedCalls, suspensions, consumed, children);
  }

  /** With other changes to questions. */
  StepChanges with(SuspensionChanges others) {
    return others == suspensions
        ? this
        : new StepChanges(messages, newCalls, changedCalls, others, consumed, children);
  }

  /** Messages only. */
  public static StepChanges of(List<Message> messages) {
    return of(messages, List.of());
  }

  /** Messages that include inbox entries. */
  public static StepChanges of(List<Message> messages, List<String> consumed) {
    return messages.isEmpty() && consumed.isEmpty()
        ? NONE
        : new StepChanges(messages, List.of(), List.of(), SuspensionChanges.NONE, consumed);
  }
}
