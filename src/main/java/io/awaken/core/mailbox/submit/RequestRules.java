package io.awaken.core.mailbox.submit;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.ClientInputs;
import io.awaken.core.agent.FrontendTools;
import io.awaken.core.agent.InternalAgent;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunSpec;
import io.awaken.core.schema.FormatRules;
import io.awaken.core.spec.InferenceOverride;
import java.util.function.Supplier;

/**
 * The rules for a request that hold at every door: in each protocol of the server and in an
 * embedded runtime. Thread-safe if the supplier is.
 *
 * @param registry supplies the current agents
 * @param limits of this node
 */
public record RequestRules(Supplier<RegistrySnapshot> registry, Limits limits) {

  /**
   * Limits that a node sets.
   *
   * @param message bytes of a message without its stored media
   * @param window bytes that a run reads of its thread
   * @param overrides whether callers may override settings of their runs' model calls, since longer
   *     answers and more thinking cost the operator more. The wait for a model is always theirs
   */
  public record Limits(long message, long window, boolean overrides) {

    /** The server's defaults, with overrides. */
    public static final Limits USUAL = new Limits(1 << 20, 4 << 20, true);
  }

  /** A request overrides settings of model calls, which its node forbids. */
  public static final class OverridesForbidden extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private OverridesForbidden() {
      super("overrides are not allowed on this server");
    }
  }

  /**
   * Refuses a request that cannot be run.
   *
   * @throws io.awaken.core.agent.ResolveException when the agent does not exist, or is the server's
   *     own and another asks for it
   * @throws OverridesForbidden when it overrides more than the wait
   * @throws MessageTooLarge naming the first larger message
   * @throws FrontendTools.Invalid naming field and rule
   * @throws ClientInputs.Refused when the agent does not take the client's input
   * @throws IllegalArgumentException when the response format is invalid
   */
  public void check(RunRequest request) {
    RunSpec spec = request.spec();
    if (InternalAgent.named(spec.agentId()) && spec.delivery().origin() != RunOrigin.INTERNAL) {
      throw InternalAgent.hidden(spec.agentId());
    }
    if (!limits.overrides() && !spec.overrides().setsOnlyWait()) {
      throw new OverridesForbidden();
    }
    request.requireMessagesOfAtMost(limits.message());
    request.requireMessagesWithin(limits.window());
    RegistrySnapshot now = registry.get();
    AgentResolver.resolve(now, spec.agentId());
    FrontendTools.check(now, spec.agentId(), spec.clientTools());
    ClientInputs.check(now, spec.agentId(), spec.clientInput());
    requireFormat(spec.overrides());
  }

  private static void requireFormat(InferenceOverride overrides) {
    if (overrides.responseFormat() != null) {
      FormatRules.ofOperator(overrides.responseFormat())
          .ifPresent(
              breach -> {
                throw new IllegalArgumentException(
                    "response_format." + breach.field() + " " + breach.reason());
              });
    }
  }
}
