package io.awaken.core.loop.inference;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.ModelText;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.text.WholeCharacters;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Publishes the pieces of an answer. Commits the events of a long answer after 256 KiB or 5 s. */
final class AnswerListener implements LlmListener {

  private static final long MAX_PENDING_CHARS = 256 * 1024;

  /** Fixed bytes per call, so that empty calls count too. */
  private static final int CALL = 100;

  private static final long MAX_PENDING_MILLIS = 5_000;

  private final Activation run;
  private final StepWriter writer;
  private final ModelHooks hooks;
  private final ModelWaits waits;
  private final Map<String, String> ids = new LinkedHashMap<>();
  private final WholeCharacters wholeText = new WholeCharacters();
  private final WholeCharacters wholeReasoning = new WholeCharacters();
  private final long most;
  private final boolean begins;
  private long bytes;
  private InferenceException reported;
  private String model;

  /** Observes the first piece of the model's answer; null afterwards. */
  private RunObserver observer;

  private long since;

  /**
   * @param most limit of one answer's pieces in bytes
   * @param begins whether this is the first part of the message
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

  /** Lets an observer know when the model's first piece arrives. */
  void firstPieceTo(RunObserver waiting, long callBegan) {
    observer = waiting;
    since = callBegan;
  }

  @Override
  public void text(String delta) {
    count(delta);
    String text = ModelText.storable(wholeText.next(delta));
    if (!text.isEmpty() || delta.isEmpty()) {
      publishText(text);
    }
  }

  private void publishText(String text) {
    run.unfinished().append(text);
    piece(new AgentEvent.TextDelta(run.stepMessageId(), text));
  }

  @Override
  public void reasoning(String delta) {
    count(delta);
    String thought = wholeReasoning.next(delta);
    if (!thought.isEmpty() || delta.isEmpty()) {
      piece(new AgentEvent.ReasoningDelta(thought));
    }
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
    waits.await(run, failure, wait, wanted(atMost));
  }

  @Override
  public boolean waited() {
    return waits.waited(run);
  }

  /** A caller may prefer the error to a wait that the agent permits. */
  private Duration wanted(Duration atMost) {
    Long own = run.setup().overrides(run.agent()).maxWaitMs();
    return own == null || own >= atMost.toMillis() ? atMost : Duration.ofMillis(own);
  }

  @Override
  public void calling(String modelId) {
    model = modelId;
  }

  /** The id of the model asked last. */
  String model() {
    return model;
  }

  /** Publishes text that plugins held back, when the answer is complete. */
  void complete() {
    endPieces();
    run.events().complete(new AgentEvent.TextDelta(run.stepMessageId(), "").key());
    run.events().complete(new AgentEvent.ReasoningDelta("").key());
  }

  private void endPieces() {
    String text = wholeText.end();
    if (!text.isEmpty()) {
      publishText(text);
    }
    String reasoning = wholeReasoning.end();
    if (!reasoning.isEmpty()) {
      piece(new AgentEvent.ReasoningDelta(reasoning));
    }
  }

  /** Notifies plugins of a failure, once. */
  void failed(InferenceException failure) {
    if (reported != failure) {
      reported = failure;
      run.unfinished().failed(failure);
      hooks.failed(run, failure);
    }
  }

  @Override
  public void toolCallStart(String callId, String name) {
    count(name);
    bytes += CALL;
    String id = idOf(callId);
    run.unfinished().callStarted(id);
    run.events().emit(new AgentEvent.ToolCallStart(id, ModelText.name(name)));
  }

  @Override
  public void toolCallDelta(String callId, String argsDelta) {
    count(argsDelta);
    piece(new AgentEvent.ToolCallDelta(idOf(callId), argsDelta));
  }

  /** A later model call may reuse the id and gets another one. */
  @Override
  public void toolCallCancelled(String callId) {
    String id = ids.remove(callId);
    if (id != null) {
      run.unfinished().callCancelled(id);
      run.events().emit(new AgentEvent.ToolCallCancel(id));
    }
  }

  @Override
  public void restarted() {
    wholeText.end();
    wholeReasoning.end();
    ids.clear();
    run.unfinished().allCallsCancelled();
    if (begins) {
      run.events().forget();
      run.unfinished().forget();
    }
    run.events().emit(new AgentEvent.StreamReset(run.stepMessageId()));
  }

  /** Cancels calls that were published but are not made. */
  void cancelAllBut(List<ToolCall> made) {
    Set<String> unmade = new LinkedHashSet<>(ids.keySet());
    made.forEach(call -> unmade.remove(call.id()));
    unmade.forEach(this::toolCallCancelled);
  }

  /** The unique id for the provider's id. */
  String idOf(String providerId) {
    String known = ids.get(providerId);
    if (known == null) {
      String wanted = hooks.name(run, providerId, ids.size() + 1);
      known = run.callIds().unique(wanted == null ? providerId : wanted, run.step());
      ids.put(providerId, known);
    }
    return known;
  }

  /** Guards memory against an endless answer; each piece passes here first. */
  private void count(String piece) {
    if (observer != null) {
      observer.modelFirstPiece(run.identity(), model, since);
      observer = null;
    }
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
