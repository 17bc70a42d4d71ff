package io.awaken.core.loop.inference;

import io.awaken.core.model.InferenceException;
import java.time.Duration;

/** Unwinds an activation whose model requires a longer wait than a thread may be blocked. */
public final class ModelWait extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient InferenceException failure;
  private final Duration time;

  ModelWait(InferenceException failure, Duration time) {
    super("the run waits for its model", null, false, false);
    this.failure = failure;
    this.time = time;
  }

  InferenceException failure() {
    return failure;
  }

  Duration time() {
    return time;
  }
}
