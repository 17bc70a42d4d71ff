package io.awaken.provider.http;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmListener;

/** Passes the pieces of an answer on and remembers what the first one was. For one thread. */
final class PieceWatch implements LlmListener {

  private final LlmListener listener;
  private boolean begun;
  private boolean reasons;

  /**
   * @param reasons whether the model was asked to think
   */
  PieceWatch(LlmListener listener, boolean reasons) {
    this.listener = listener;
    this.reasons = reasons;
  }

  /** Whether there was a piece. */
  boolean begun() {
    return begun;
  }

  /** Whether the model was asked to think, or began with what it thought. */
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
