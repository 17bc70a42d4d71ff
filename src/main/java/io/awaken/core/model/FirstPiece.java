package io.awaken.core.model;

import java.time.Duration;

/** Forwards pieces and records whether there was one. Used by one thread. */
final class FirstPiece implements LlmListener {

  private final LlmListener listener;
  private boolean seen;

  FirstPiece(LlmListener listener) {
    this.listener = listener;
  }

  boolean seen() {
    return seen;
  }

  @Override
  public void failedAttempt(InferenceException failure) throws InferenceException {
    listener.failedAttempt(failure);
  }

  @Override
  public void calling(String modelId) {
    listener.calling(modelId);
  }

  @Override
  public void longWait(InferenceException failure, Duration wait, Duration atMost)
      throws InferenceException {
    listener.longWait(failure, wait, atMost);
  }

  @Override
  public boolean waited() {
    return listener.waited();
  }

  @Override
  public void text(String delta) {
    seen = true;
    listener.text(delta);
  }

  @Override
  public void reasoning(String delta) {
    seen = true;
    listener.reasoning(delta);
  }

  @Override
  public void toolCallStart(String callId, String name) {
    seen = true;
    listener.toolCallStart(callId, name);
  }

  @Override
  public void toolCallDelta(String callId, String argsDelta) {
    seen = true;
    listener.toolCallDelta(callId, argsDelta);
  }
}
