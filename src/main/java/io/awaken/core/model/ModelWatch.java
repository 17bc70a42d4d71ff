package io.awaken.core.model;

import io.awaken.core.model.InferenceException.Kind;

/**
 * Observes failed model calls, for metrics. Called on the run's thread; must neither block nor
 * throw. Thread-safe.
 */
public interface ModelWatch {

  /** The next model after a failed call. */
  enum Next {
    /** The same model. */
    SAME_MODEL,
    /** Another model, of the pool or the fallbacks. */
    OTHER_MODEL,
    /** All models again, after a wait that blocks no thread. */
    LATER
  }

  /** The recovery of an interrupted answer that was partly published. */
  enum Recovery {
    /** The model continues its text. */
    CONTINUED,
    /** The complete calls are executed. */
    CALLS_MADE,
    /** The interrupted call is void, and the model continues its text. */
    CALL_CUT,
    /** The model is called again from the start. */
    RESTARTED,
    /** None: the run ends. */
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

  /** A call failed before any piece was published, and is repeated. */
  void askedAgain(Kind failure, Next next);

  /** An answer was interrupted. */
  void brokeOff(Recovery recovery);
}
