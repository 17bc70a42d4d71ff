package io.awaken.core.store.run;

import io.awaken.core.event.Segment;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.state.StateChanges;
import io.awaken.core.store.outbox.OutboxChanges;
import io.awaken.core.store.suspension.SuspensionChanges;
import java.util.List;

/**
 * What one commit of a running run adds. Its cost is that of what is new, never of the history
 * (guardrail G3).
 *
 * @param commitId names the commit; kept in the thread row so that a lost answer can be looked up
 * @param messages appended to the thread in this order
 * @param newCalls calls that no earlier commit of the run holds
 * @param changedCalls calls whose status or attempt changed
 * @param segment the events since the last commit; null when there are none
 * @param state what becomes of the stored state; costs nothing when it stays as it is
 * @param suspensions what becomes of the run's questions
 * @param consumed ids of inbox entries that the commit takes in
 * @param media what the messages refer to and the same transaction stores; usually none
 * @param outbox what plugins are told once it is durable, and what they were told; usually nothing
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
    OutboxChanges outbox) {

  public StepCommit {
    messages = List.copyOf(messages);
    newCalls = List.copyOf(newCalls);
    changedCalls = List.copyOf(changedCalls);
    consumed = List.copyOf(consumed);
    media = List.copyOf(media);
  }

  /** The bytes by which the thread grows. */
  public long messageBytes() {
    return MessageBytes.of(messages);
  }

  /** A commit without media that tells plugins nothing. */
  public StepCommit(
      String commitId,
      List<Message> messages,
      List<CallState> newCalls,
      List<CallState> changedCalls,
      Segment segment,
      StateChanges state,
      SuspensionChanges suspensions,
      List<String> consumed) {
    this(
        commitId,
        messages,
        newCalls,
        changedCalls,
        segment,
        state,
        suspensions,
        consumed,
        List.of(),
        OutboxChanges.NONE);
  }

  /** The same commit with media. */
  public StepCommit with(List<MediaContent> stored) {
    return with(stored, outbox);
  }

  /** The same commit with these changes of the outbox. */
  public StepCommit with(OutboxChanges changes) {
    return with(media, changes);
  }

  private StepCommit with(List<MediaContent> stored, OutboxChanges changes) {
    return new StepCommit(
        commitId,
        messages,
        newCalls,
        changedCalls,
        segment,
        state,
        suspensions,
        consumed,
        stored,
        changes);
  }

  /** A commit that leaves the state as it is. */
  public StepCommit(
      String commitId,
      List<Message> messages,
      List<CallState> newCalls,
      List<CallState> changedCalls,
      Segment segment) {
    this(commitId, messages, newCalls, changedCalls, segment, StateChanges.NONE);
  }

  /** A commit that has nothing to do with questions. */
  public StepCommit(
      String commitId,
      List<Message> messages,
      List<CallState> newCalls,
      List<CallState> changedCalls,
      Segment segment,
      StateChanges state) {
    this(
        commitId,
        messages,
        newCalls,
        changedCalls,
        segment,
        state,
        SuspensionChanges.NONE,
        List.of());
  }
}
