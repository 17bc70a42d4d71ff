package io.awaken.samples;

import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspendTicket;
import java.time.Duration;
import java.util.Optional;

/** A model judges each call; where it objects a person decides. */
public final class Moderation implements Plugin {

  private static final String NAME = "moderation";
  private static final String INSTRUCTION = "Answer YES if this tool call is harmless, else NO.";

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of(NAME);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar
        .registerToolGateHook(Moderation::decide)
        .blocking(Duration.ofMinutes(1))
        .onFailure(FailurePolicy.FAIL_CALL);
  }

  private static Optional<ToolIntercept> decide(PhaseContext context) throws InferenceException {
    boolean allowed = context.decisions().containsKey(NAME);
    return allowed || harmless(context)
        ? Optional.empty()
        : Optional.of(new ToolIntercept.Suspend(question(context.call())));
  }

  /** "moderator" is the id of a model's document. */
  private static boolean harmless(PhaseContext context) throws InferenceException {
    String call = context.call().name() + context.call().arguments();
    return context.hook().models().ask("moderator", INSTRUCTION, call).strip().equals("YES");
  }

  /** For somebody else than the caller, with this role; no after a day. */
  private static SuspendTicket question(ToolCall call) {
    return SuspendTicket.approval(
            NAME, "May " + call.name() + " be called with " + call.arguments() + "?")
        .decidedBy(new Approver("supervisor", true))
        .expiring(new Expiry(Duration.ofDays(1).toMillis(), DecisionAction.CANCEL));
  }
}
