package io.awaken.core.agent;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.CapableModel;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRetryPolicy;
import io.awaken.core.model.RetryingExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an agent thinks with: the first stage of its resolution (features rows 32-33).
 *
 * @param model its model
 * @param executor asks that model, with retries and fallbacks when the agent wants them
 */
record AgentModels(ModelSpec model, LlmExecutor executor) {

  /**
   * @throws ResolveException when a model or its provider does not exist, or the section {@code
   *     retry} or {@code compaction} does not fit
   */
  static AgentModels of(RegistrySnapshot registry, AgentSpec spec) {
    ModelSpec model = model(registry, spec, spec.modelId());
    String summaries = CompactionSection.of(spec).summaryModel();
    if (summaries != null) {
      executor(registry, spec, model(registry, spec, summaries));
    }
    LlmExecutor executor = executor(registry, spec, model);
    LlmRetryPolicy policy = RetrySection.of(spec);
    if (!policy.wanted()) {
      return new AgentModels(model, executor);
    }
    List<RetryingExecutor.Target> fallbacks =
        policy.fallbackModels().stream().map(id -> fallback(registry, spec, id)).toList();
    return new AgentModels(
        model, new RetryingExecutor(executor, fallbacks, policy, registry.pause()));
  }

  /** All models that an agent may ask, whether there are any of these ids or not. */
  static Set<String> ids(AgentSpec spec) {
    var ids = new LinkedHashSet<String>();
    if (spec.modelId() != null) {
      ids.add(spec.modelId());
    }
    LlmRetryPolicy policy = RetrySection.of(spec);
    if (policy.wanted()) {
      ids.addAll(policy.fallbackModels());
    }
    String summaries = CompactionSection.of(spec).summaryModel();
    if (summaries != null) {
      ids.add(summaries);
    }
    return ids;
  }

  /** As {@link RegistrySnapshot#refusing} says. */
  static Optional<ModelSpec> refusing(
      RegistrySnapshot registry, AgentSpec spec, ContentBlock part) {
    try {
      boolean none =
          ids(spec).stream()
              .map(registry::model)
              .allMatch(
                  model ->
                      model.filter(known -> CapableModel.refused(known, part) != null).isPresent());
      return none ? registry.model(spec.modelId()) : Optional.empty();
    } catch (ResolveException e) {
      // The agent cannot be put together; whoever asks for it is told that.
      return Optional.empty();
    }
  }

  private static RetryingExecutor.Target fallback(
      RegistrySnapshot registry, AgentSpec spec, String modelId) {
    ModelSpec model = model(registry, spec, modelId);
    return new RetryingExecutor.Target(executor(registry, spec, model), model.upstreamModel());
  }

  private static ModelSpec model(RegistrySnapshot registry, AgentSpec spec, String modelId) {
    return registry
        .model(modelId)
        .orElseThrow(
            () -> new ResolveException(new ResolveError.ModelNotFound(spec.id(), modelId)));
  }

  private static LlmExecutor executor(RegistrySnapshot registry, AgentSpec spec, ModelSpec model) {
    LlmExecutor executor = registry.executors().get(model.providerId());
    if (executor == null) {
      throw new ResolveException(
          new ResolveError.ProviderNotFound(spec.id(), model.id(), model.providerId()));
    }
    return CapableModel.of(model, executor);
  }
}
