package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.PhaseContext;
import java.util.Optional;

/**
 * A gate that only allows or denies, for policies over a call's name and arguments (features row
 * 75). Pure.
 */
@FunctionalInterface
public interface ToolPolicyHook {

  /**
   * @param context its call is set
   */
  ToolPolicyDecision decide(PhaseContext context) throws Exception;

  /** The policy as a gate. */
  default ToolGateHook asGate() {
    return context ->
        switch (decide(context)) {
          case ToolPolicyDecision.Allow allow -> Optional.empty();
          case ToolPolicyDecision.Deny deny -> Optional.of(new ToolIntercept.Block(deny.reason()));
        };
  }
}
