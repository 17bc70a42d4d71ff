package io.awaken.core.submit;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.ClientInputs;
import io.awaken.core.agent.ClientTools;
import io.awaken.core.agent.InternalAgent;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.schema.FormatRules;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.ThreadStore;
import java.util.ArrayList;
import java.util.function.Supplier;

/**
 * The rules of a node, the same in each protocol of the server and in an embedded runtime.
 * Thread-safe.
 *
 * @param registry supplies the current agents
 * @param threads those that exist
 * @param limits of this node
 */
public record AgentRules(Supplier<RegistrySnapshot> registry, ThreadStore threads, Limits limits)
    implements RequestRules {

  /**
   * Limits that a node sets.
   *
   * @param message bytes of a message without its stored media
   * @param window bytes that a run reads of its thread
   * @param overrides whether callers may override settings of their runs' model calls, since longer
   *     answers and more thinking cost the operator more. The wait for a model is always theirs
   * @param media that clients may send
   * @param inlineMedia largest media in bytes that remains in its message
   * @param sharing of new threads, besides what agents and requests add
   */
  public record Limits(
      long message,
      long window,
      boolean overrides,
      MediaRules media,
      int inlineMedia,
      Sharing sharing) {}

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
   * @throws ClientTools.Invalid naming field and rule
   * @throws ClientInputs.Refused when the agent does not take the client's input
   * @throws IllegalArgumentException when the response format is invalid
   * @throws RequestRefused when it shares a thread that is shared otherwise
   */
  @Override
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
    AgentResolver.requireOverrides(now, spec);
    ClientTools.check(now, spec.agentId(), spec.clientTools());
    ClientInputs.check(now, spec.agentId(), spec.clientInput());
    requireFormat(spec.overrides());
    requireSharing(request);
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

  /**
   * Refuses to share a thread that exists, so that nothing is ignored silently. A request may
   * repeat how its thread is shared.
   */
  private void requireSharing(RunRequest request) {
    if (request.share().isEmpty() || request.threadId() == null) {
      return;
    }
    threads
        .find(request.threadId())
        .filter(thread -> thread.access().allows(request.caller(), ThreadAction.WRITE))
        .filter(thread -> !thread.sharing().equals(sharing(request)))
        .ifPresent(
            thread -> {
              throw SubmitResult.Refused.threadExists(thread.id()).exception();
            });
  }

  @Override
  public RunRequest withMedia(RunRequest request) {
    return limits.media().checked(request, threads, registry);
  }

  /**
   * The sharing of the node, and if this is the owner alone, with those whom the agent's document
   * and the request name.
   */
  @Override
  public Sharing sharing(RunRequest request) {
    AgentSpec agent = registry.get().agents().get(request.agentId());
    if (agent == null || agent.share().isEmpty()) {
      return limits.sharing().and(request.share());
    }
    var all = new ArrayList<>(request.share());
    agent.share().stream().map(Share::of).forEach(all::add);
    return limits.sharing().and(all);
  }

  @Override
  public int inlineMedia() {
    return limits.inlineMedia();
  }
}
