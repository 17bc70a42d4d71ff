package io.awaken.core.plugin;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;

/** Called before each model call with the request as it would be sent. */
@FunctionalInterface
public interface BeforeModel {

  /** What follows. */
  sealed interface Outcome {}

  /** The model is asked this; hooks behind see it. */
  record Proceed(LlmRequest request) implements Outcome {}

  /** This is the answer; the provider and the hooks behind are not asked. */
  record Answer(StreamResult result) implements Outcome {}

  Outcome beforeModel(HookContext context, LlmRequest request) throws Exception;
}
