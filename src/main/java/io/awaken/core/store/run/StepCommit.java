package io.awaken.core.store.run;

import io.awaken.core.event.Segment;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.Fence;
import io.awaken.core.state.StateChanges;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionChanges;
import java.util.List;

/**
 * The content of one commit of a running run. Its cost depends on what is new, never on the history
 * (guardrail G3).
 *
 * @param commitId id of the commit; stored in the thread row to resolve an ambiguous commit
 * @param messages appended to the thread in this order
 * @param newCalls calls that are not stored yet
 * @param changedCalls calls whose status or attempt changed
 * @param segment the events since the last commit; null when there are none
 * @param state changes of the stored state; free when empty
 * @param suspensions changes of the run's suspensions
 * @param consumed ids of inbox entries that the commit consumes
 * @param media media of the messages, stored by the same transaction; usually none
 * @param outbox notifications for plugins once the commit is durable, and delivered ones; usually
 *     none
 * @param children runs that calls of the step start, each on a thread that does not exist; usually
 *     none
 */
public record StepCommit(
    String commitId,
    List<Message> messages,
    List<CallState> newCalls,
    List<CallState> changedCalls,
    Segment segment,
    StateChanges state,
    SuspensionChanges suspensions,
    List<String> consumed,
    List<MediaContent> media,
    OutboxChanges outbox,
    List<Submission> children) {

  public StepCommit {
    messages = List.copyOf(messages);
    newCalls = List.copyOf(newCalls);
    changedCalls = List.copyOf(changedCalls);
    consumed = List.copyOf(consumed);
    media = List.copyOf(media);
    children = List.copyOf(children);
  }

  /** Returns the fence for the commit after this one. */
  public Fence next(Fence fence) {
    return fence.advanced(commitId, messages.size(), messageBytes());
  }

  /** The bytes by which the thread grows. */
  public long messageBytes() {
    return MessageBytes.of(messages);
  }
}
