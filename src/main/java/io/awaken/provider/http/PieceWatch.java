package io.awaken.provider.http;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;

/** Forwards the pieces of an answer and records the kind of the first one. For one thread. */
final class PieceWatch implements LlmListener {

  private final LlmListener listener;
  private boolean begun;
  private boolean reasons;

  /**
   * @param reasons whether the request asks the model to reason
   */
  PieceWatch(LlmListener listener, boolean reasons) {
    this.listener = listener;
    this.reasons = reasons;
  }

  /** Whether a piece has arrived. */
  boolean begun() {
    return begun;
  }

  /** Whether the request asks for reasoning, or the answer started with it. */
  boolean reasons() {
    return reasons;
  }

  @Override
  public void text(String delta) {
    begun = true;
    listener.text(delta);
  }

  @Override
  public void reasoning(String delta) {
    reasons |= !begun;
    begun = true;
    listener.reasoning(delta);
  }

  @Override
  public void toolCallStart(String callId, String name) {
    begun = true;
    listener.toolCallStart(callId, name);
  }

  @Override
  public void toolCallDelta(String callId, String argsDelta) {
    begun = true;
    listener.toolCallDelta(callId, argsDelta);
  }

  @Override
  public void failedAttempt(InferenceException failure) throws InferenceException {
    listener.failedAttempt(failure);
  }
}
