package io.awaken.core.model;

import java.time.Duration;

/** Receives an answer's pieces while they arrive, on the calling thread. */
public interface LlmListener {

  /** Ignores the pieces, for callers that need the complete answer only. */
  LlmListener NONE =
      new LlmListener() {
        @Override
        public void text(String delta) {}

        @Override
        public void reasoning(String delta) {}

        @Override
        public void toolCallStart(String callId, String name) {}

        @Override
        public void toolCallDelta(String callId, String argsDelta) {}
      };

  void text(String delta);

  void reasoning(String delta);

  /**
   * A call failed and will be repeated, with this or another model.
   *
   * @throws InferenceException to give up instead
   */
  default void failedAttempt(InferenceException failure) throws InferenceException {}

  /**
   * A model is about to be called.
   *
   * @param modelId the id of its document, or {@code provider/model}
   */
  default void calling(String modelId) {}

  /**
   * Every model requires a longer wait than a thread may be blocked. Waits and returns when the
   * call may be repeated, or unwinds the caller, which repeats it later.
   *
   * @param wait the wait that the models require, more than {@link LlmRetryPolicy#LONGEST_HELD}
   * @param atMost how long this model call may wait, in total
   * @throws InferenceException to give up instead
   */
  default void longWait(InferenceException failure, Duration wait, Duration atMost)
      throws InferenceException {
    throw failure;
  }

  /** Whether this call was postponed by {@link #longWait} before. */
  default boolean waited() {
    return false;
  }

  /** What the run stores about a remote agent that answers instead of a model. */
  default RemoteWork remote() {
    return RemoteWork.NONE;
  }

  /** The answer starts again: its pieces so far, which are not text, are void. */
  default void restarted() {}

  /** A published call is void, since it was cut off and will not be executed. */
  default void toolCallCancelled(String callId) {}

  /** A tool call starts; the loop makes the provider's id unique. */
  void toolCallStart(String callId, String name);

  /** More argument text of a started call. */
  void toolCallDelta(String callId, String argsDelta);

  /** Forwards everything to another listener; for one thread. */
  abstract class Forwarding implements LlmListener {
    private final LlmListener listener;

    protected Forwarding(LlmListener listener) {
      this.listener = listener;
    }

    /** Called before each piece: text, reasoning, or a part of a call. */
    protected void piece() {}

    @Override
    public void text(String delta) {
      piece();
      listener.text(delta);
    }

    @Override
    public void reasoning(String delta) {
      piece();
      listener.reasoning(delta);
    }

    @Override
    public void toolCallStart(String callId, String name) {
      piece();
      listener.toolCallStart(callId, name);
    }

    @Override
    public void toolCallDelta(String callId, String argsDelta) {
      piece();
      listener.toolCallDelta(callId, argsDelta);
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
    public RemoteWork remote() {
      return listener.remote();
    }
  }
}
