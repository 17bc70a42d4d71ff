package io.awaken.core.model;

import io.awaken.core.model.InferenceException.Kind;

/**
 * Receives the outcomes of failed model calls, for metrics. Called on the thread of the run: must
 * neither block nor throw. Thread-safe.
 */
public interface ModelWatch {

  /** The model that is tried after a failed call. */
  enum Next {
    /** The model that failed. */
    SAME_MODEL,
    /** Another one, of the pool or of the fallbacks. */
    OTHER_MODEL,
    /** All of them again, after a wait for which no thread is held. */
    LATER
  }

  /** What follows when an answer breaks off that readers have a part of. */
  enum Recovery {
    /** The model continues its text. */
    CONTINUED,
    /** The calls that came whole are made. */
    CALLS_MADE,
    /** A call that was cut off is void, and the model continues its text. */
    CALL_CUT,
    /** The model is called again from the start. */
    RESTARTED,
    /** Nothing: the run ends. */
    FAILED
  }

  /** Ignores all outcomes. */
  ModelWatch NONE =
      new ModelWatch() {
        @Override
        public void askedAgain(Kind failure, Next next) {}

        @Override
        public void brokeOff(Recovery recovery) {}
      };

  /** A call failed so, before readers had a piece of its answer, and is made again. */
  void askedAgain(Kind failure, Next next);

  /** An answer broke off. */
  void brokeOff(Recovery recovery);
}
