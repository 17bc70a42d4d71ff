package io.awaken.core.plugin;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import java.util.Objects;

/** Called before each model call with the request as it would be sent. */
@FunctionalInterface
public interface BeforeModel {

  /** What follows. */
  sealed interface Outcome {}

  /** The model is asked this; hooks behind see it. */
  record Proceed(LlmRequest request) implements Outcome {
    public Proceed {
      Objects.requireNonNull(request, "a model call that goes on must have a request");
    }
  }

  /** This is the answer; the provider and the hooks behind are not asked. */
  record Answer(StreamResult result) implements Outcome {
    public Answer {
      Objects.requireNonNull(result, "a hook that answers for the model must give a result");
    }
  }

  /**
   * @return never null
   */
  Outcome beforeModel(HookContext context, LlmRequest request) throws Exception;
}
