package io.awaken.builtin.handoff;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.tool.ToolDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

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
    registrar.registerKey(STATE);
    registrar.registerSection(HandoffSection.SECTION);
    registrar.registerTool(new HandoffTool(variants.keySet()));
    registrar.registerPhaseHook(Phase.AFTER_TOOL_EXECUTE, this::requested);
    registrar.registerPhaseHook(Phase.RUN_START, this::promoted);
    registrar.registerPhaseHook(Phase.STEP_END, this::promoted);
    registrar.registerRequestTransform(this::described);
  }

  /** After a successful call of the tool, requests its target. */
  private StateCommand requested(PhaseContext context) {
    if (!context.call().name().equals(HandoffTool.ID) || context.result().failed()) {
      return null;
    }
    String target = context.call().arguments().path(HandoffTool.TARGET).asText();
    // A gate may have answered instead of the tool, without checking the target.
    return targets(context.hook()).contains(target)
        ? StateCommand.none().update(STATE, HandoffAction.request(target))
        : null;
  }

  /**
   * At a boundary, makes a requested agent active and asks the runtime to switch to it (features
   * row 201). If the runtime could not switch, the state is reset to the runtime's agent.
   */
  private StateCommand promoted(PhaseContext context) {
    HandoffState state = context.state().get(STATE).orElse(null);
    if (state == null) {
      return null;
    }
    ActiveAgent now = context.state().getOrInitial(RuntimeKeys.ACTIVE_AGENT);
    if (state.requestedAgent() == null && state.settled()) {
      return Objects.equals(name(now), state.activeAgent())
          ? null
          : StateCommand.none().update(STATE, new HandoffAction.Settle(name(now)));
    }
    String next = state.effectiveAgent();
    var command = StateCommand.none().update(STATE, new HandoffAction.Settle(next));
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
  private LlmRequest described(HookContext context, LlmRequest request) {
    if (request.tools().stream().noneMatch(HandoffPlugin::isHandoff)) {
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

  /**
   * The changes of a variant to its agent (features row 200); null inherits.
   *
   * @param systemPrompt the instruction
   * @param model id of the model; also read as {@code model_id}
   * @param allowedTools the only tools
   * @param excludedTools forbidden tools
   */
  public record HandoffVariant(
      String systemPrompt,
      @JsonAlias("model_id") String model,
      Set<String> allowedTools,
      Set<String> excludedTools) {

    public HandoffVariant {
      allowedTools = allowedTools == null ? null : Set.copyOf(allowedTools);
      excludedTools = excludedTools == null ? null : Set.copyOf(excludedTools);
    }

    ActiveAgent.Overlay overlay(String name) {
      return new ActiveAgent.Overlay(name, systemPrompt, model, allowedTools, excludedTools);
    }
  }

  /**
   * The agent that continues a thread (features row 201): names of variants or ids of agents.
   *
   * @param activeAgent the current agent; null for the run's own
   * @param requestedAgent the agent that takes over at the next boundary; null for none
   * @param settled whether the runtime has switched to the active agent
   */
  public record HandoffState(String activeAgent, String requestedAgent, boolean settled) {

    public static final HandoffState NONE = new HandoffState(null, null, true);

    /** The requested agent, otherwise the active one; null for the run's own. */
    public String effectiveAgent() {
      return requestedAgent == null ? activeAgent : requestedAgent;
    }

    HandoffState with(HandoffAction action) {
      return switch (action) {
        case HandoffAction.Request request ->
            new HandoffState(activeAgent, request.agent(), settled);
        case HandoffAction.Activate activate -> new HandoffState(activate.agent(), null, false);
        case HandoffAction.Clear clear -> new HandoffState(null, null, false);
        case HandoffAction.Settle settle -> new HandoffState(settle.agent(), null, true);
      };
    }
  }
}
