package io.awaken.core.loop.activation;

import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.spec.InferenceOverride;
import java.util.List;

/**
 * What a run was started with.
 *
 * @param registry the snapshot that the run is pinned to
 * @param agent the agent that was asked for
 * @param clientTools tools that the client of the run executes, for every agent of it
 * @param overrides settings of model calls from the request
 */
public record RunSetup(
    RegistrySnapshot registry,
    ResolvedAgent agent,
    List<RegisteredTool> clientTools,
    InferenceOverride overrides) {

  /**
   * The settings for the agent at work. A provider's own name of a model means nothing to another
   * provider, so it counts only for agents of the same one.
   */
  public InferenceOverride overrides(ResolvedAgent working) {
    boolean here =
        overrides.upstreamModel() == null
            || working == agent
            || working.model().providerId().equals(agent.model().providerId());
    return here ? overrides : overrides.withoutModel();
  }
}
