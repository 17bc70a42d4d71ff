package io.awaken.samples;

import io.awaken.core.action.CoreActions;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;

/** Hides a tool from the model for two steps after each call of it. */
public final class CoolDown implements Plugin {

  /** What both actions are told: the tool, and the steps that are left. */
  public record Rest(String tool, int steps) {}

  static final ActionKey<Rest> HIDE =
      ActionKey.of("cool_down.hide", Phase.BEFORE_INFERENCE, Rest.class);
  static final ActionKey<Rest> COUNT = ActionKey.of("cool_down.count", Phase.STEP_END, Rest.class);

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("cool-down");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerScheduledAction(HIDE, CoolDown::hide);
    registrar.registerScheduledAction(COUNT, CoolDown::count);
    registrar.registerPhaseHook(
        Phase.AFTER_TOOL_EXECUTE,
        context -> StateCommand.none().schedule(HIDE, new Rest(context.call().name(), 2)));
  }

  /** EXCLUDE_TOOL is of this phase too: it is done in the next round. COUNT waits. */
  private static StateCommand hide(PhaseContext context, Rest rest) {
    return StateCommand.none()
        .schedule(CoreActions.EXCLUDE_TOOL, rest.tool())
        .schedule(COUNT, rest);
  }

  /** HIDE waits for the next step; null asks for nothing. */
  private static StateCommand count(PhaseContext context, Rest rest) {
    return rest.steps() == 1
        ? null
        : StateCommand.none().schedule(HIDE, new Rest(rest.tool(), rest.steps() - 1));
  }
}
