package io.awaken.core.loop.call;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.message.Message;
import io.awaken.core.plugin.hook.AfterTool.Vote;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionChanges;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Changes of a round since its last commit. Confined to the run's thread. */
final class RoundChanges {

  private final List<Message> results = new ArrayList<>(1);
  private final Map<String, CallState> fresh = new LinkedHashMap<>(2);
  private final Map<String, CallState> changed = new LinkedHashMap<>(2);
  private final List<NewSuspension> opened = new ArrayList<>(0);
  private final List<SuspensionKey> consumed = new ArrayList<>(0);
  private final List<SuspensionKey> cancelled = new ArrayList<>(0);
  private final List<Submission> children = new ArrayList<>(0);
  private final TerminationVotes votes = new TerminationVotes();
  private Message answer;
  private boolean urgent;

  /** Records an uncommitted answer. */
  void answer(Message message) {
    answer = message;
  }

  /** Records a call of it. */
  void fresh(CallState call) {
    fresh.put(call.callId(), call);
  }

  /** Whether the call is uncommitted. */
  boolean isFresh(String callId) {
    return fresh.containsKey(callId);
  }

  /** Records the new state of a call. */
  void put(CallState call) {
    (isFresh(call.callId()) ? fresh : changed).put(call.callId(), call);
  }

  /**
   * Records the result of a call.
   *
   * @param safe whether it may be lost, because its tool would be executed again
   */
  void result(Message message, CallState call, boolean safe) {
    results.add(message);
    put(call);
    urgent |= !safe;
  }

  /** Opens a question about a call. */
  void open(NewSuspension question, CallState call) {
    opened.add(question);
    put(call);
    urgent = true;
  }

  /** Starts a run that a call waits for. */
  void start(Submission child) {
    children.add(child);
  }

  /** Records that the run acts on a decision. */
  void consume(SuspensionKey question) {
    consumed.add(question);
    urgent = true;
  }

  /** Cancels questions that no longer need an answer. */
  void cancel(List<SuspensionKey> questions) {
    cancelled.addAll(questions);
    urgent |= !questions.isEmpty();
  }

  /** Votes of the whole round; a commit does not clear them. */
  TerminationVotes votes() {
    return votes;
  }

  boolean isEmpty() {
    return answer == null && !urgent && results.isEmpty() && fresh.isEmpty() && changed.isEmpty();
  }

  /** Whether the answer with the calls is uncommitted. */
  boolean holdsAnswer() {
    return answer != null;
  }

  /** Whether a commit is required before waiting. */
  boolean urgent() {
    return urgent;
  }

  List<Message> results() {
    return results;
  }

  /**
   * @param resultMessages the results for the model
   */
  StepChanges with(List<Message> resultMessages) {
    var messages = new ArrayList<Message>(resultMessages.size() + 1);
    if (answer != null) {
      messages.add(answer);
    }
    messages.addAll(resultMessages);
    var suspensions =
        opened.isEmpty() && consumed.isEmpty() && cancelled.isEmpty()
            ? SuspensionChanges.NONE
            : new SuspensionChanges(opened, consumed, cancelled);
    return new StepChanges(
        messages,
        List.copyOf(fresh.values()),
        List.copyOf(changed.values()),
        suspensions,
        List.of(),
        List.copyOf(children));
  }

  /** Records that these changes are committed. */
  void committed(Activation run, StepChanges now) {
    now.newCalls().forEach(run::update);
    now.changedCalls().forEach(run::update);
    run.questions().close(now.suspensions().cancelled());
    clear();
  }

  /** Clears after a commit or a rollback. */
  void clear() {
    results.clear();
    fresh.clear();
    changed.clear();
    opened.clear();
    consumed.clear();
    cancelled.clear();
    children.clear();
    answer = null;
    urgent = false;
  }

  /**
   * Votes of a step's calls to end the run. The run ends when every call has voted, none against
   * and at least one in favour. A vote from an earlier activation is unknown and counts against.
   */
  static final class TerminationVotes {

    private final Map<String, Vote> byCall = new HashMap<>();

    /**
     * @param vote null for a call without a vote
     */
    void cast(String callId, Vote vote) {
      byCall.put(callId, vote == null ? Vote.NO : vote);
    }

    /**
     * @param calls number of calls in the step
     */
    boolean unanimous(int calls) {
      return byCall.size() == calls
          && !byCall.containsValue(Vote.NO)
          && byCall.containsValue(Vote.YES);
    }
  }
}
