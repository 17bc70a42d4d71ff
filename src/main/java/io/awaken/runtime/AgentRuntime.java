package io.awaken.runtime;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.FrontendTools;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.agent.ToolSources;
import io.awaken.core.event.EventSink;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.phase.EffectDispatchReport;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.schema.FormatRules;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.store.suspension.SuspensionRecord;
import java.util.List;

/**
 * Agents in a plain Java program (features rows 4, 138). {@link #run} executes on the caller's
 * thread and returns when the run is over; any number of threads may run at once, one run per
 * conversation. Thread-safe.
 */
public final class AgentRuntime implements AutoCloseable {

  private final LiveRegistry registry;
  private final ToolSources sources;
  private final EmbeddedNode node;
  private volatile boolean closed;

  AgentRuntime(LiveRegistry registry, ToolSources sources, EmbeddedNode node) {
    this.registry = registry;
    this.sources = sources;
    this.node = node;
  }

  /** Begins a runtime. */
  public static AgentRuntimeBuilder builder() {
    return new AgentRuntimeBuilder();
  }

  /** The same without a way to stop the run. */
  public RunResult run(RunRequest request, EventSink sink) {
    return run(request, sink, new CancellationToken());
  }

  /**
   * Runs an agent until it is done.
   *
   * @param sink told of everything while it happens, on this thread
   * @param cancellation asks the run to stop; it then ends as cancelled
   * @throws AgentRuntimeException when the agent or the conversation cannot be run; nothing was
   *     begun
   * @throws io.awaken.core.store.submission.RequestRefused when the conversation has no room for
   *     the messages, or a caller with a name made it and this one has none
   * @throws io.awaken.core.agent.InvalidFrontendTools when the request declares tools that cannot
   *     be
   * @throws IllegalArgumentException when it asks for a form of the answer that cannot be
   * @throws IllegalStateException when the runtime is closed
   */
  public RunResult run(RunRequest request, EventSink sink, CancellationToken cancellation) {
    requireOpen();
    RegistrySnapshot now = registry.get();
    checked(now, request.agentId());
    FrontendTools.check(now, request.agentId(), request.frontendTools());
    requireFormat(request.overrides().responseFormat());
    return node.run(request, sink, cancellation);
  }

  /** What a run waits for, in the order in which it was asked; empty for one that does not wait. */
  public List<SuspensionRecord> questions(RunId run) {
    return node.questions(run);
  }

  /**
   * Decides about a call of a run that waits; {@link #resume} goes on with it then. The decision is
   * stored: it counts whichever runtime over the same stores goes on with the run, also after this
   * one is closed.
   *
   * @return what became of the decision; repeating it is answered the same
   * @throws IllegalStateException when the runtime is closed
   */
  public DecisionResult decide(RunId run, DecisionRequest decision) {
    requireOpen();
    return node.decide(run, decision);
  }

  /** The same as the other without a way to stop the run. */
  public RunResult resume(RunId run, EventSink sink) {
    return resume(run, sink, new CancellationToken());
  }

  /**
   * Goes on with a run that waited, on the caller's thread, until it is done or waits again. It has
   * the agent and the overrides that it began with. Questions whose time is up are decided first,
   * as their tickets say. A run that still waits for a decision, or is done, is left as it is.
   *
   * @param sink told of everything that happens from here on, on this thread
   * @param cancellation asks the run to stop; it then ends as cancelled
   * @return what it has brought, all in all
   * @throws AgentRuntimeException {@link RuntimeError.RunNotFound}; {@link
   *     RuntimeError.ThreadAlreadyRunning} when the run executes already, here or elsewhere
   * @throws IllegalStateException when the runtime is closed
   */
  public RunResult resume(RunId run, EventSink sink, CancellationToken cancellation) {
    requireOpen();
    return node.resume(run, sink, cancellation);
  }

  private static void requireFormat(ResponseFormat format) {
    if (format != null) {
      FormatRules.ofOperator(format)
          .ifPresent(
              breach -> {
                throw new IllegalArgumentException(
                    "response_format." + breach.field() + " " + breach.reason());
              });
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the runtime is closed");
    }
  }

  /** What agents there are now. */
  public RegistrySnapshot registry() {
    return registry.get();
  }

  /**
   * Puts an agent in the place of the one of its id, or adds it. Live runs go on with what they
   * began with; the next run has the new one.
   *
   * @throws AgentRuntimeException when it cannot be put together; the old one stays
   */
  public void replace(AgentSpec agent) {
    registry.publish(
        current -> {
          RegistrySnapshot next = current.with(agent);
          if (agent.endpoint() == null) {
            checked(next, agent.id());
          }
          return next;
        });
  }

  /**
   * Replaces everything at once but the tools of sources, which stay. Agents are not tried out:
   * what is wrong is told when one is run. Plugins of the snapshot are its maker's to close.
   */
  public void publish(RegistrySnapshot next) {
    registry.publish(before -> sources.over(next));
  }

  /** What became of the effects of plugins since the runtime began (features row 97). */
  public EffectDispatchReport effects() {
    return node.effects();
  }

  /**
   * Asks live runs to stop, waits for them, and closes the plugins that the runtime was built with
   * in reverse order; each is closed whatever the others do. Closing twice changes nothing.
   */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      sources.close();
      node.close();
    }
  }

  private static void checked(RegistrySnapshot registry, String agentId) {
    try {
      AgentResolver.resolve(registry, agentId);
    } catch (ResolveException e) {
      throw new AgentRuntimeException(RuntimeError.of(e), e);
    }
  }
}
