package io.awaken.core.agent;

import io.awaken.core.message.Media;
import io.awaken.core.model.Backend;
import io.awaken.core.model.Backend.Capability;
import io.awaken.core.model.Backend.Mismatch;
import io.awaken.core.model.CapableModel;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRetryPolicy;
import io.awaken.core.model.ModelChoice;
import io.awaken.core.model.ModelChoice.ModelTarget;
import io.awaken.core.model.ModelPool;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.RetryingExecutor;
import io.awaken.core.model.recovery.RecoveringExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Modality;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The models of an agent: the first stage of its resolution (features rows 32-33).
 *
 * @param model its model, or its pool as a model
 * @param executor calls that model, with the agent's retries and fallbacks; continues interrupted
 *     answers
 */
record AgentModels(ModelSpec model, LlmExecutor executor) {

  /**
   * @throws ResolveException when a model or its provider does not exist, or the section {@code
   *     retry} or {@code compaction} does not fit
   */
  static AgentModels of(RegistrySnapshot registry, AgentSpec spec) {
    var choices = new ArrayList<ModelChoice>();
    ModelSpec model = model(registry, spec, spec.modelId());
    String summaries = CompactionSection.of(spec).summaryModel();
    if (summaries != null) {
      choice(registry, spec, model(registry, spec, summaries), false);
    }
    choices.add(choice(registry, spec, model, true));
    LlmRetryPolicy policy = RetrySection.of(spec);
    for (String fallback : policy.fallbackModels()) {
      choices.add(choice(registry, spec, model(registry, spec, fallback), false));
    }
    ModelPorts ports = registry.ports();
    return new AgentModels(
        model,
        new RecoveringExecutor(
            new RetryingExecutor(choices, policy, ports),
            policy.maxStreamRetries(),
            (retry, failure) -> policy.backoff(retry, failure, ports.chance().getAsDouble()),
            ports,
            policy.maxWait()));
  }

  /**
   * A remote agent in a model's place.
   *
   * @throws ResolveException when its backend does not exist, or cannot execute it
   */
  static AgentModels remote(RegistrySnapshot registry, AgentSpec spec) {
    Backend backend = backend(registry, spec);
    backend.mismatch(spec).ifPresent(mismatch -> refuse(spec, mismatch));
    return new AgentModels(
        new ModelSpec(spec.id(), backend.kind(), spec.id()),
        backend.agent(spec.id(), spec.endpoint()));
  }

  /**
   * Refuses what a request sets for a remote agent and its backend cannot pass on.
   *
   * @param field the field of the request
   */
  static void requireOverride(RegistrySnapshot registry, AgentSpec spec, String field) {
    Backend backend = backend(registry, spec);
    if (!backend.profile().contains(Capability.OVERRIDE)) {
      String reason = "the backend " + backend.kind() + " cannot pass it on";
      refuse(spec, new Mismatch(field, reason));
    }
  }

  private static Backend backend(RegistrySnapshot registry, AgentSpec spec) {
    Map<String, Backend> all = registry.ports().backends();
    Backend backend = all.get(String.valueOf(spec.endpoint().backend()));
    if (backend == null) {
      refuse(
          spec,
          new Mismatch(
              "endpoint.backend",
              "'%s' does not exist; there are %s"
                  .formatted(spec.endpoint().backend(), new TreeSet<>(all.keySet()))));
    }
    return backend;
  }

  private static void refuse(AgentSpec spec, Mismatch why) {
    throw new ResolveException(
        new ResolveError.CapabilityMismatch(spec.id(), why.field(), why.reason()));
  }

  /**
   * An executor for a model or pool outside any agent; ignores the model name of requests.
   *
   * @param policy its retries; fallbacks are ignored
   * @throws IllegalArgumentException when there is no such model
   */
  static LlmExecutor standalone(RegistrySnapshot registry, String modelId, LlmRetryPolicy policy) {
    try {
      AgentSpec none = AgentSpec.of("none", modelId);
      ModelSpec model = model(registry, none, modelId);
      return new RetryingExecutor(
          List.of(choice(registry, none, model, false)), policy, registry.ports());
    } catch (ResolveException e) {
      throw new IllegalArgumentException("there is no model " + modelId, e);
    }
  }

  /** The ids of all models and pools that an agent may use, existing or not. */
  static Set<String> ids(AgentSpec spec) {
    Set<String> ids = answering(spec);
    String summaries = CompactionSection.of(spec).summaryModel();
    if (summaries != null) {
      ids.add(summaries);
    }
    return ids;
  }

  /** The models that receive the conversation itself; the summariser reads only text. */
  private static Set<String> answering(AgentSpec spec) {
    var ids = new LinkedHashSet<String>();
    if (spec.modelId() != null) {
      ids.add(spec.modelId());
    }
    LlmRetryPolicy policy = RetrySection.of(spec);
    if (policy.wanted()) {
      ids.addAll(policy.fallbackModels());
    }
    return ids;
  }

  /** Like {@link RegistrySnapshot#refusing}. */
  static Optional<String> refusing(RegistrySnapshot registry, AgentSpec spec, Media media) {
    try {
      String first = null;
      for (String id : answering(spec)) {
        ModelPoolSpec pool = registry.pools().get(id);
        for (String member : pool == null ? List.of(id) : pool.modelIds()) {
          String why =
              registry.model(member).map(model -> why(registry, model, media)).orElse(null);
          if (why == null) {
            return Optional.empty();
          }
          first = first == null ? why : first;
        }
      }
      return Optional.ofNullable(first);
    } catch (ResolveException e) {
      // The agent cannot be resolved; its runs are refused with that reason.
      return Optional.empty();
    }
  }

  private static String why(RegistrySnapshot registry, ModelSpec model, Media media) {
    Modality refused = CapableModel.refused(model, media);
    LlmExecutor provider = registry.executors().get(model.providerId());
    if (refused != null || provider == null) {
      return refused == null ? null : CapableModel.why(model, refused);
    }
    return provider.refuses(model.upstreamModel(), media);
  }

  /**
   * @param own whether a request may name another model of the provider
   */
  private static ModelChoice choice(
      RegistrySnapshot registry, AgentSpec spec, ModelSpec model, boolean own) {
    ModelPoolSpec pool = registry.pools().get(model.id());
    if (pool != null) {
      return pool(registry, spec, pool, own);
    }
    LlmExecutor executor = executor(registry, spec, model);
    return ModelChoice.of(
        own
            ? ModelTarget.asked(model.id(), executor)
            : ModelTarget.instead(model.id(), executor, model.upstreamModel()));
  }

  private static ModelPool pool(
      RegistrySnapshot registry, AgentSpec spec, ModelPoolSpec pool, boolean own) {
    Map<String, ModelTarget> targets = new LinkedHashMap<>();
    for (String id : pool.modelIds()) {
      ModelSpec member = model(registry, spec, id);
      targets.put(
          id,
          new ModelTarget(
              id,
              pool.id() + "/" + id,
              executor(registry, spec, member),
              own ? pool.id() : null,
              member.upstreamModel()));
    }
    return new ModelPool(pool, targets);
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
