package io.awaken.testkit;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.context.Sections;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.Snapshot;
import java.util.List;
import java.util.Optional;

/** Contexts to call a hook with in a test (features row 7). */
public final class PhaseContexts {

  private PhaseContexts() {}

  /** The first step of a run without history and state, before its model call. */
  public static PhaseContext test() {
    return test(Phase.BEFORE_INFERENCE, Snapshot.EMPTY);
  }

  /** The same in another phase, with this state. */
  public static PhaseContext test(Phase phase, Snapshot state) {
    return new PhaseContext(phase, hook(TestRun.AGENT, state, List.of()), null, null, null);
  }

  /**
   * What hooks beside the phases get: the first step of a run.
   *
   * @param agent its configuration is what plugins read, as in a run
   */
  public static HookContext hook(AgentSpec agent, Snapshot state, List<Message> messages) {
    return new HookContext(
        TestRun.IDENTITY,
        agent,
        1,
        List.copyOf(messages),
        state,
        new Sections(agent.configuration()),
        Optional.empty(),
        new CancellationToken());
  }
}
