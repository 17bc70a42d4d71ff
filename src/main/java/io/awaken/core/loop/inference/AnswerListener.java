package io.awaken.core.loop.inference;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.ModelText;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Publishes the pieces of an answer, and keeps the durable log close behind a long one: its events
 * are committed alone after 256 KiB or 5 s.
 */
final class AnswerListener implements LlmListener {

  private static final long MAX_PENDING_CHARS = 256 * 1024;

  /** Bytes of a call beside its name and arguments, so that empty calls count as well. */
  private static final int CALL = 100;

  private static final long MAX_PENDING_MILLIS = 5_000;

  private final Activation run;
  private final StepWriter writer;
  private final ModelHooks hooks;
  private final ModelWaits waits;
  private final Map<String, String> ids = new LinkedHashMap<>();
  private final long most;
  private final boolean begins;
  private long bytes;
  private InferenceException told;
  private String model;

  /**
   * @param most bytes that the pieces of one answer may have
   * @param begins whether nothing of the message came before
   */
  AnswerListener(
      Activation run,
      StepWriter writer,
      ModelHooks hooks,
      ModelWaits waits,
      long most,
      boolean begins) {
    this.most = most;
    this.begins = begins;
    this.hooks = hooks;
    this.waits = waits;
    this.model = run.agent().model().id();
    this.run = run;
    this.writer = writer;
  }

  @Override
  public void text(String delta) {
    count(delta);
    String said = ModelText.storable(delta);
    run.unfinished().said(said);
    piece(new AgentEvent.TextDelta(run.stepMessageId(), said));
  }

  @Override
  public void reasoning(String delta) {
    count(delta);
    piece(new AgentEvent.ReasoningDelta(delta));
  }

  @Override
  public void failedAttempt(InferenceException failure) throws InferenceException {
    failed(failure);
    if (run.ending() != null) {
      throw failure;
    }
  }

  @Override
  public void longWait(InferenceException failure, Duration wait, Duration atMost)
      throws InferenceException {
    failedAttempt(failure);
    waits.await(run, failure, wait, atMost);
  }

  @Override
  public void asks(String modelId) {
    model = modelId;
  }

  /** The id of the model that was asked last. */
  String model() {
    return model;
  }

  /** The answer is whole: what plugins held back of its texts is published. */
  void complete() {
    run.events().complete(new AgentEvent.TextDelta(run.stepMessageId(), "").key());
    run.events().complete(new AgentEvent.ReasoningDelta("").key());
  }

  /** Plugins are told of a failure, once. */
  void failed(InferenceException failure) {
    if (told != failure) {
      told = failure;
      run.unfinished().failed(failure);
      hooks.failed(run, failure);
    }
  }

  @Override
  public void toolCallStart(String callId, String name) {
    count(name);
    bytes += CALL;
    String id = idOf(callId);
    run.unfinished().begins(id);
    run.events().emit(new AgentEvent.ToolCallStart(id, ModelText.name(name)));
  }

  @Override
  public void toolCallDelta(String callId, String argsDelta) {
    count(argsDelta);
    piece(new AgentEvent.ToolCallDelta(idOf(callId), argsDelta));
  }

  /** A later call of the model may have the same id: it gets another one. */
  @Override
  public void toolCallCancelled(String callId) {
    String id = ids.remove(callId);
    if (id != null) {
      run.unfinished().isVoid(id);
      run.events().emit(new AgentEvent.ToolCallCancel(id));
    }
  }

  @Override
  public void restarted() {
    ids.clear();
    run.unfinished().allVoid();
    if (begins) {
      run.events().forget();
      run.unfinished().forget();
    }
    run.events().emit(new AgentEvent.StreamReset(run.stepMessageId()));
  }

  /** Calls that readers saw begin and that are not made are void. */
  void cancelAllBut(List<ToolCall> made) {
    Set<String> unmade = new LinkedHashSet<>(ids.keySet());
    made.forEach(call -> unmade.remove(call.id()));
    unmade.forEach(this::toolCallCancelled);
  }

  /** The unique id of a call that the provider named so. */
  String idOf(String providerId) {
    String known = ids.get(providerId);
    if (known == null) {
      String wanted = hooks.name(run, providerId, ids.size() + 1);
      known = run.callIds().unique(wanted == null ? providerId : wanted, run.step());
      ids.put(providerId, known);
    }
    return known;
  }

  /** A provider that never ends must not fill the memory. */
  private void count(String piece) {
    bytes += MessageBytes.of(piece);
    if (bytes > most) {
      throw LimitExceeded.answer(most);
    }
  }

  private void piece(AgentEvent.Delta delta) {
    run.events().emit(delta);
    if (run.events().pendingChars() >= MAX_PENDING_CHARS
        || run.events().pendingMillis() >= MAX_PENDING_MILLIS) {
      writer.commitEvents(run);
    }
  }
}
