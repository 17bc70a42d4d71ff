package io.awaken.builtin.handoff;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateKey;
import java.util.Map;
import java.util.Optional;

/**
 * Hands a conversation over within its run (features rows 200-203): to a variant, which overlays
 * the current agent, or to another registered agent. The thread keeps the active agent. The model
 * calls the tool {@code agent_handoff}; code updates {@link #STATE}. Immutable.
 */
public final class HandoffPlugin implements Plugin {

  public static final String NAME = "agent_handoff";

  /** The agent that continues the thread; updated with a {@link HandoffAction}. */
  public static final StateKey<HandoffState, HandoffAction> STATE =
      StateKey.<HandoffState, HandoffAction>of(
              "agent_handoff.state",
              HandoffState.class,
              () -> HandoffState.NONE,
              HandoffState::with)
          .threadScoped();

  private final Map<String, HandoffVariant> variants;

  /** With only the variants that agents declare. */
  public HandoffPlugin() {
    this(Map.of());
  }

  /**
   * @param variants of every agent that has this plugin, by name; a variant that an agent declares
   *     with this name takes precedence
   */
  public HandoffPlugin(Map<String, HandoffVariant> variants) {
    this.variants = Map.copyOf(variants);
  }

  /** Adds a variant that every agent has. */
  public Optional<HandoffVariant> variant(String name) {
    return Optional.ofNullable(variants.get(name));
  }

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "hands a conversation over to another agent", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    var hooks = new HandoffHooks(variants);
    registrar.registerKey(STATE);
    registrar.registerSection(HandoffSection.SECTION);
    registrar.registerTool(new HandoffTool(variants.keySet()));
    registrar.registerPhaseHook(Phase.AFTER_TOOL_EXECUTE, hooks::requested);
    registrar.registerPhaseHook(Phase.RUN_START, hooks::promoted);
    registrar.registerPhaseHook(Phase.STEP_END, hooks::promoted);
    registrar.registerRequestTransform(hooks::described);
  }
}
