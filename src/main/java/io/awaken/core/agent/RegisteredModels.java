package io.awaken.core.agent;

import io.awaken.core.model.CapableModel;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelAccess;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.ModelSpec;

/**
 * Asks the models of one snapshot.
 *
 * @param registry the snapshot, for a run the one that it pins
 * @param stops ends a call that is at work
 */
public record RegisteredModels(RegistrySnapshot registry, CancellationToken stops)
    implements ModelAccess {

  @Override
  public StreamResult ask(LlmRequest request) throws InferenceException {
    ModelSpec model = registry.model(request.model()).orElse(null);
    LlmExecutor executor = model == null ? null : registry.executors().get(model.providerId());
    if (executor == null) {
      throw new IllegalArgumentException("there is no model " + request.model());
    }
    return CapableModel.of(model, executor)
        .execute(request.of(model.upstreamModel()), LlmListener.NONE, stops);
  }
}
