package io.awaken.core.loop;

import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.plugin.HookContext;
import io.awaken.core.plugin.Sections;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.state.ProfileAccess;
import io.awaken.core.state.ProfileStore;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateStore;
import java.util.Optional;

/**
 * Makes what parts of plugins get, for one run.
 *
 * @param state the run's state
 * @param sections the configuration of the agent's plugins
 * @param profile shared values, if the runtime keeps any
 */
record HookContexts(StateStore state, Sections sections, Optional<ProfileAccess> profile) {

  /** For a run of an agent on behalf of a caller, whose tenant's values it shares. */
  static HookContexts of(
      ResolvedAgent agent, Caller caller, StateStore state, Optional<ProfileStore> store) {
    return new HookContexts(
        state,
        agent.sections(),
        store.map(
            values -> new ProfileAccess(values, caller.tenant(), agent.env().profileNamespaces())));
  }

  /** The same for another agent of the run. */
  HookContexts of(ResolvedAgent next) {
    return new HookContexts(
        state, next.sections(), profile.map(access -> access.of(next.env().profileNamespaces())));
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
        run.agent().descriptors());
  }
}
