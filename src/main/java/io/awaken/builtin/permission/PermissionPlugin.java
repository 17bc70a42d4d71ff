package io.awaken.builtin.permission;

import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.Phase;

/**
 * Decides about tool calls by rules (features rows 208-212): its own, then those of the agent's
 * section {@code permission}. Without rules, every call needs an approval. Delegates and handoff
 * targets inherit it. Immutable.
 *
 * <pre>{@code
 * new PermissionPlugin(PermissionRules.of(PermissionBehavior.ASK,
 *     PermissionRule.allow("read_*"), PermissionRule.deny("delete_*")))
 * }</pre>
 */
public final class PermissionPlugin implements Plugin {

  public static final String NAME = "permission";

  private final PermissionRules rules;

  /** With only the rules that agents declare. */
  public PermissionPlugin() {
    this(PermissionRules.NONE);
  }

  /**
   * @param rules rules of every agent with this plugin
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
    registrar.registerSection(
        PermissionRules.SECTION.warning(own -> HiddenRules.of(new Policy(rules, own))));
    registrar.registerPhaseHook(Phase.BEFORE_INFERENCE, hooks::hidden);
    // After any failure the call does not run, and the model gets the reason.
    registrar.registerToolGateHook(hooks::gate).onFailure(FailurePolicy.FAIL_CALL);
    // The approval of the call is valid whether or not it is remembered.
    registrar
        .registerPhaseHook(Phase.BEFORE_TOOL_EXECUTE, hooks::approved)
        .onFailure(FailurePolicy.IGNORE);
  }
}
