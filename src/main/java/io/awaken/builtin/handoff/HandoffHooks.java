package io.awaken.builtin.handoff;

import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.StateCommand;
import io.awaken.core.tool.ToolDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The hooks of handoffs. Thread-safe. */
final class HandoffHooks {

  private final Map<String, HandoffVariant> variants;

  /**
   * @param variants variants that every agent has
   */
  HandoffHooks(Map<String, HandoffVariant> variants) {
    this.variants = Map.copyOf(variants);
  }

  /** After a successful call of the tool, requests its target. */
  StateCommand requested(PhaseContext context) {
    if (!context.call().name().equals(HandoffTool.ID) || context.result().failed()) {
      return null;
    }
    String target = context.call().arguments().path(HandoffTool.TARGET).asText();
    // A gate may have answered instead of the tool, without checking the target.
    return targets(context.hook()).contains(target)
        ? StateCommand.none().update(HandoffPlugin.STATE, HandoffAction.request(target))
        : null;
  }

  /**
   * At a boundary, makes a requested agent active and asks the runtime to switch to it (features
   * row 201). If the runtime could not switch, the state is reset to the runtime's agent.
   */
  StateCommand promoted(PhaseContext context) {
    HandoffState state = context.state().get(HandoffPlugin.STATE).orElse(null);
    if (state == null) {
      return null;
    }
    ActiveAgent now = context.state().getOrInitial(RuntimeKeys.ACTIVE_AGENT);
    if (state.requestedAgent() == null && state.settled()) {
      return Objects.equals(name(now), state.activeAgent())
          ? null
          : StateCommand.none().update(HandoffPlugin.STATE, new HandoffAction.Settle(name(now)));
    }
    String next = state.effectiveAgent();
    var command = StateCommand.none().update(HandoffPlugin.STATE, new HandoffAction.Settle(next));
    return Objects.equals(name(now), next)
        ? command
        : command.update(RuntimeKeys.ACTIVE_AGENT, target(context, now, next));
  }

  /** The name of the active agent; null for the run's own. */
  private static String name(ActiveAgent active) {
    return active.overlay() == null ? active.agentId() : active.overlay().name();
  }

  /** A variant overlays the current agent; any other name is an agent's id. */
  private ActiveAgent target(PhaseContext context, ActiveAgent now, String name) {
    if (name == null) {
      return ActiveAgent.OWN;
    }
    HandoffVariant variant =
        context.config(HandoffSection.SECTION).variants().getOrDefault(name, variants.get(name));
    return variant == null
        ? new ActiveAgent(name, null)
        : new ActiveAgent(now.agentId(), variant.overlay(name));
  }

  /** Lists the handoff targets in the tool's description; without any, the tool is hidden. */
  LlmRequest described(HookContext context, LlmRequest request) {
    if (request.tools().stream().noneMatch(HandoffHooks::isHandoff)) {
      return request;
    }
    Set<String> targets = targets(context);
    List<ToolDescriptor> tools = new ArrayList<>(request.tools().size());
    for (ToolDescriptor tool : request.tools()) {
      if (!isHandoff(tool)) {
        tools.add(tool);
      } else if (!targets.isEmpty()) {
        tools.add(HandoffTool.describing(tool, targets));
      }
    }
    return new LlmRequest(
        request.model(), request.system(), request.messages(), tools, request.parameters());
  }

  private Set<String> targets(HookContext context) {
    return context.config(HandoffSection.SECTION).targets(variants.keySet());
  }

  private static boolean isHandoff(ToolDescriptor tool) {
    return tool.id().equals(HandoffTool.ID);
  }
}
