package io.awaken.core.loop.activation;

import io.awaken.core.agent.RegisteredModels;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.Sections;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateStore;
import io.awaken.core.state.profile.ProfileAccess;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Creates contexts for plugins of one run.
 *
 * @param state the run's state
 * @param sections the configuration of the agent's plugins
 * @param profile shared values, if the runtime stores any
 * @param speakers the callers who sent messages to the run, according to the store
 */
public record HookContexts(
    StateStore state,
    Sections sections,
    Optional<ProfileAccess> profile,
    Supplier<Set<String>> speakers) {

  /** For another agent of the run. */
  HookContexts of(ResolvedAgent next) {
    return new HookContexts(
        state,
        next.sections(),
        profile.map(access -> access.of(next.env().profileNamespaces())),
        speakers);
  }

  HookContext of(Activation run, Snapshot at, CancellationToken stops) {
    return new HookContext(
        run.identity(),
        run.agent().spec(),
        run.step(),
        run.history(),
        at,
        sections,
        profile,
        stops,
        run.agent().descriptors(),
        speakers,
        run.emitter(),
        new RegisteredModels(run.setup().registry(), stops),
        run.setup().overrides(run.agent()));
  }
}
