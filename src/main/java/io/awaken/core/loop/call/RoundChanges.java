package io.awaken.core.loop.call;

import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.loop.activation.TerminationVotes;
import io.awaken.core.message.Message;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.suspension.NewSuspension;
import io.awaken.core.store.suspension.SuspensionChanges;
import io.awaken.core.store.suspension.SuspensionKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a round did since its last commit. Used by the run's own thread only. */
final class RoundChanges {

  private final List<Message> results = new ArrayList<>();
  private final Map<String, CallState> fresh = new LinkedHashMap<>();
  private final Map<String, CallState> changed = new LinkedHashMap<>();
  private final List<NewSuspension> opened = new ArrayList<>(0);
  private final List<SuspensionKey> consumed = new ArrayList<>(0);
  private final List<SuspensionKey> cancelled = new ArrayList<>(0);
  private final TerminationVotes votes = new TerminationVotes();
  private Message answer;
  private boolean urgent;

  /** An answer that no commit holds, with its calls. */
  void answer(Message message, Collection<CallState> calls) {
    answer = message;
    calls.forEach(call -> fresh.put(call.callId(), call));
  }

  /** Whether no commit holds the call. */
  boolean isFresh(String callId) {
    return fresh.containsKey(callId);
  }

  /** A call went on. */
  void put(CallState call) {
    (isFresh(call.callId()) ? fresh : changed).put(call.callId(), call);
  }

  /**
   * A call has its result.
   *
   * @param safe whether it may be lost: its tool would be asked again
   */
  void result(Message message, CallState call, boolean safe) {
    results.add(message);
    put(call);
    urgent |= !safe;
  }

  /** A question is asked about a call. */
  void open(NewSuspension question, CallState call) {
    opened.add(question);
    put(call);
    urgent = true;
  }

  /** The run acts on a decision. */
  void consume(SuspensionKey question) {
    consumed.add(question);
    urgent = true;
  }

  /** Questions need no answer any more. */
  void cancel(List<SuspensionKey> questions) {
    cancelled.addAll(questions);
    urgent |= !questions.isEmpty();
  }

  /** Votes of the whole round, which a commit does not clear. */
  TerminationVotes votes() {
    return votes;
  }

  /** Whether there is nothing to commit. */
  boolean isEmpty() {
    return answer == null && !urgent && results.isEmpty() && fresh.isEmpty() && changed.isEmpty();
  }

  /** Whether no commit holds the answer that asks for the calls. */
  boolean holdsAnswer() {
    return answer != null;
  }

  /** Whether it must be committed before anything is waited for. */
  boolean urgent() {
    return urgent;
  }

  List<Message> results() {
    return results;
  }

  /**
   * @param resultMessages the results as the model will read them
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
        List.of());
  }

  /** A commit holds them now, or they are not so after all. */
  void clear() {
    results.clear();
    fresh.clear();
    changed.clear();
    opened.clear();
    consumed.clear();
    cancelled.clear();
    answer = null;
    urgent = false;
  }
}
