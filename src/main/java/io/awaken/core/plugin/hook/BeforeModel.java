package io.awaken.core.plugin.hook;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.state.StateCommand;
import java.util.Objects;

/** Called before each model call with the request as it would be sent. */
@FunctionalInterface
public interface BeforeModel {

  /** The outcome. */
  sealed interface Outcome {

    /** Further changes, such as a state update; null for nothing. */
    StateCommand command();
  }

  /** The model gets this request; later hooks see it. */
  record Proceed(LlmRequest request, StateCommand command) implements Outcome {
    public Proceed {
      Objects.requireNonNull(request, "a model call that continues must have a request");
    }

    /** Without further changes. */
    public Proceed(LlmRequest request) {
      this(request, null);
    }
  }

  /** This is the answer; the provider is not called and later hooks are skipped. */
  record Answer(StreamResult result, StateCommand command) implements Outcome {
    public Answer {
      Objects.requireNonNull(result, "a hook that answers for the model must give a result");
    }

    /** Without further changes. */
    public Answer(StreamResult result) {
      this(result, null);
    }
  }

  /**
   * @return never null
   */
  Outcome beforeModel(HookContext context, LlmRequest request) throws Exception;
}
