package io.awaken.core.loop;

import io.awaken.core.plugin.HookContext;
import io.awaken.core.plugin.Sections;
import io.awaken.core.state.ProfileAccess;
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

  HookContext of(Activation run, Snapshot at) {
    return new HookContext(
        run.identity,
        run.agent().spec(),
        run.step(),
        run.history(),
        at,
        sections,
        profile,
        run.cancellation);
  }
}
