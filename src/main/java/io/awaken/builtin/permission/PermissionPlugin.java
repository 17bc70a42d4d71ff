package io.awaken.builtin.permission;

import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.Phase;

/**
 * Decides about tool calls by rules (features rows 208-212): its own, then those of the agent's
 * section {@code permission}. An agent with this plugin and without rules needs an approval for
 * every call. Goes along into delegates and handoffs. Immutable.
 *
 * <pre>{@code
 * new PermissionPlugin(PermissionRules.of(PermissionBehavior.ASK,
 *     PermissionRule.allow("read_*"), PermissionRule.deny("delete_*")))
 * }</pre>
 */
public final class PermissionPlugin implements Plugin {

  public static final String NAME = "permission";

  private final PermissionRules rules;

  /** Only the rules that agents declare. */
  public PermissionPlugin() {
    this(PermissionRules.NONE);
  }

  /**
   * @param rules of every agent that has this plugin
   */
  public PermissionPlugin(PermissionRules rules) {
    this.rules = rules;
  }

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "allows, denies and asks about tool calls by rules", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    var hooks = new PermissionHooks(rules);
    ApprovalMemory.register(registrar);
    registrar.registerSection(PermissionRules.SECTION);
    registrar.registerPhaseHook(Phase.BEFORE_INFERENCE, hooks::hidden);
    // Whatever goes wrong: the call does not run, and the model reads why.
    registrar.registerToolGateHook(hooks::gate).onFailure(FailurePolicy.FAIL_CALL);
    // The approval of the call stands whether or not it is remembered.
    registrar
        .registerPhaseHook(Phase.BEFORE_TOOL_EXECUTE, hooks::approved)
        .onFailure(FailurePolicy.IGNORE);
  }
}
