package io.awaken.core.plugin.context;

import io.awaken.core.message.Message;
import io.awaken.core.model.ModelAccess;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.tool.ToolDescriptor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What every part of a plugin can read about the run it is called for. Immutable except for the
 * messages, whose list is a view: store no reference to it.
 *
 * @param run ids and caller
 * @param agent the agent as resolved
 * @param step counted from 1; 0 before the first
 * @param messages the history, oldest first; unmodifiable
 * @param state the state that all hooks of this call see
 * @param sections the configuration of this agent's plugins
 * @param profile shared values; empty when the runtime has no profile store (features row 61)
 * @param cancellation signals that the run should stop
 * @param tools the tools of the agent, including those currently hidden from its model; in a stable
 *     order, unmodifiable
 * @param speakers reads from the store the subjects that have contributed to the run: the
 *     requester, senders of messages, and callers whose decisions added text
 * @param models calls models outside the run's own steps; a part that uses it needs {@code
 *     blocking(Duration)}
 * @param overrides settings of model calls that the request of the run asked for, where they apply
 *     to the current agent; none by default. Settings of plugins for a step take precedence
 *     (features row 138)
 */
public record HookContext(
    RunIdentity run,
    AgentSpec agent,
    int step,
    List<Message> messages,
    Snapshot state,
    Sections sections,
    Optional<ProfileAccess> profile,
    CancellationToken cancellation,
    List<ToolDescriptor> tools,
    Supplier<Set<String>> speakers,
    EventEmitter events,
    ModelAccess models,
    InferenceOverride overrides) {

  /** A context of an agent without tools, in a run with messages of its caller only. */
  public HookContext(
      RunIdentity run,
      AgentSpec agent,
      int step,
      List<Message> messages,
      Snapshot state,
      Sections sections,
      Optional<ProfileAccess> profile,
      CancellationToken cancellation) {
    this(
        run,
        agent,
        step,
        messages,
        state,
        sections,
        profile,
        cancellation,
        List.of(),
        () -> Set.of(run.caller().subject()),
        EventEmitter.NONE,
        ModelAccess.NONE,
        InferenceOverride.NONE);
  }

  /** One of the agent's tools; empty when it has none of this id. */
  public Optional<ToolDescriptor> tool(String id) {
    for (ToolDescriptor tool : tools) {
      if (tool.id().equals(id)) {
        return Optional.of(tool);
      }
    }
    return Optional.empty();
  }

  /** The agent's configuration of a plugin, or its default (features row 20). */
  public <C> C config(ConfigSection<C> section) {
    return sections.get(section);
  }

  /** A copy with this emitter. */
  public HookContext with(EventEmitter emitter) {
    return copy(state, emitter, models);
  }

  /** A copy with this access to models. */
  public HookContext with(ModelAccess others) {
    return copy(state, events, others);
  }

  /** A copy with this state. */
  public HookContext with(Snapshot other) {
    return copy(other, events, models);
  }

  private HookContext copy(Snapshot at, EventEmitter emitter, ModelAccess access) {
    return new HookContext(
        run,
        agent,
        step,
        messages,
        at,
        sections,
        profile,
        cancellation,
        tools,
        speakers,
        emitter,
        access,
        overrides);
  }
}
