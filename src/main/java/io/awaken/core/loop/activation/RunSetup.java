package io.awaken.core.loop.activation;

import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.run.RunSpec;
import io.awaken.core.spec.InferenceOverride;
import java.util.List;

/**
 * What a run was started with.
 *
 * @param registry the snapshot that the run is pinned to
 * @param agent the requested agent
 * @param clientTools tools that the client executes, for every agent of the run
 * @param spec what was asked of it
 */
public record RunSetup(
    RegistrySnapshot registry,
    ResolvedAgent agent,
    List<RegisteredTool> clientTools,
    RunSpec spec) {

  /**
   * The overrides for the current agent. A provider's own model name applies only to agents of the
   * same provider.
   */
  public InferenceOverride overrides(ResolvedAgent working) {
    InferenceOverride overrides = spec.overrides();
    boolean here =
        overrides.upstreamModel() == null
            || working == agent
            || working.model().providerId().equals(agent.model().providerId());
    return here ? overrides : overrides.withoutModel();
  }
}
