package io.awaken.core.loop.activation;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What readers have of the answer of a step for which there is no message yet: a run that ends in
 * the midst of it stores its text, so that who reads the thread later finds what was said, takes
 * the calls back of which only a part came, and counts what the provider had counted (features row
 * 1171). Used by the run's own thread only.
 */
public final class UnfinishedAnswer {

  private final StringBuilder text = new StringBuilder(0);
  private final Set<String> begun = new LinkedHashSet<>(0);
  private final List<InferenceException> failures = new ArrayList<>(0);
  private TokenUsage usage;
  private String model;
  private long took;

  /** Another answer begins, or this one begins anew. */
  public void forget() {
    text.setLength(0);
    begun.clear();
  }

  /** Readers have this text. */
  public void said(String delta) {
    text.append(delta);
  }

  /** Readers saw a call begin. */
  public void begins(String callId) {
    begun.add(callId);
  }

  /** They know that it is void. */
  public void isVoid(String callId) {
    begun.remove(callId);
  }

  /** They know that of all calls. */
  public void allVoid() {
    begun.clear();
  }

  /** A call of the model failed; what it had used counts once. */
  public void failed(InferenceException failure) {
    boolean known = failures.stream().anyMatch(before -> before == failure);
    TokenUsage more = failure.soFar() == null ? null : failure.soFar().usage();
    if (!known && more != null) {
      failures.add(failure);
      usage = usage == null ? more : usage.plus(more);
    }
  }

  /**
   * A call of the model is over, however it ended.
   *
   * @param modelId who was asked last
   * @param millis how long it took
   */
  public void took(String modelId, long millis) {
    model = modelId;
    took = millis;
  }

  /** A call of the model succeeded, and all that it used is counted with it. */
  public void counted() {
    failures.clear();
    usage = null;
  }

  /** The answer is whole: its message says which calls are made. */
  public void answered() {
    begun.clear();
    counted();
  }

  /**
   * The run ends here.
   *
   * @return what readers have of the answer, its text alone; empty when there is none, or a message
   *     has it
   */
  public Optional<Message> end(Activation run) {
    boolean none = !run.stepOpen() || text.isEmpty() || stored(run);
    Optional<Message> message = none ? Optional.empty() : message(run);
    begun.forEach(callId -> run.events().emit(new AgentEvent.ToolCallCancel(callId)));
    begun.clear();
    if (usage != null) {
      run.used(usage, usage);
      run.events().emit(new AgentEvent.InferenceComplete(model, usage, took));
      counted();
    }
    text.setLength(0);
    return message;
  }

  private static boolean stored(Activation run) {
    String id = run.stepMessageId();
    return run.pending().messages().stream().anyMatch(message -> message.id().equals(id))
        || run.history().reversed().stream().anyMatch(message -> message.id().equals(id));
  }

  private Optional<Message> message(Activation run) {
    run.events().complete(new AgentEvent.TextDelta(run.stepMessageId(), "").key());
    List<ContentBlock> said =
        PublishedContent.of(run, List.of(new ContentBlock.Text(text.toString())));
    var message =
        new Message(
            run.stepMessageId(), Role.ASSISTANT, said, List.of(), null, null, run.metadata());
    return message.text().isBlank() ? Optional.empty() : Optional.of(message);
  }
}
