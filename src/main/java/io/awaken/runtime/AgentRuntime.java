package io.awaken.runtime;

import io.awaken.builtin.a2a.A2aServers;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.agent.ToolSources;
import io.awaken.core.event.EventSink;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.phase.EffectDispatchReport;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.submit.RunRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Agents in a plain Java program (features rows 4, 138). {@link #run} executes on the caller's
 * thread and returns when the run ends; any number of threads may run at once, one run per
 * conversation. Thread-safe.
 */
public final class AgentRuntime implements AutoCloseable {

  private final LiveRegistry registry;
  private final ToolSources sources;
  private final EmbeddedNode node;
  private final A2aServers servers;
  private volatile boolean closed;

  AgentRuntime(LiveRegistry registry, ToolSources sources, EmbeddedNode node, A2aServers servers) {
    this.registry = registry;
    this.sources = sources;
    this.node = node;
    this.servers = servers;
  }

  /** Returns a builder for a runtime. */
  public static AgentRuntimeBuilder builder() {
    return new AgentRuntimeBuilder();
  }

  /** Waits for the agents of other servers; returns why those of some are not here, by server. */
  Map<String, String> reachServers(Duration atMost) {
    return servers.reachAll(atMost);
  }

  /** Runs an agent without a way to cancel it. */
  public RunResult run(RunRequest request, EventSink sink) {
    return run(request, sink, new CancellationToken());
  }

  /**
   * Runs an agent until the run ends or waits.
   *
   * @param sink receives every event as it happens, on this thread
   * @param cancellation requests cancellation; the run then ends as cancelled
   * @throws AgentRuntimeException when the agent or the conversation cannot be run; nothing was
   *     started
   * @throws io.awaken.core.store.submission.RequestRefused when the conversation has no room for
   *     the messages, or belongs to a named caller and this one is anonymous
   * @throws io.awaken.core.submit.MessageTooLarge when a message has more than 1 MiB beside its
   *     stored media, or more than 4 MiB with all its media
   * @throws io.awaken.core.submit.MediaRefused when no model of the agent accepts its media
   * @throws io.awaken.core.agent.ClientTools.Invalid when the request declares invalid tools
   * @throws io.awaken.core.agent.ClientInputs.Refused when the agent does not take its input
   * @throws IllegalArgumentException when the requested response format is invalid
   * @throws IllegalStateException when the runtime is closed
   */
  public RunResult run(RunRequest request, EventSink sink, CancellationToken cancellation) {
    requireOpen();
    return node.run(request, sink, cancellation);
  }

  /** Returns the open questions of a run in the order asked; empty unless the run waits. */
  public List<SuspensionRecord> questions(RunId run) {
    return node.questions(run);
  }

  /**
   * Decides a call of a waiting run; {@link #resume} then continues it. The decision is stored: it
   * applies to any runtime over the same stores, also after this one is closed.
   *
   * @return the outcome of the decision; repeating it returns the same outcome
   * @throws IllegalStateException when the runtime is closed
   */
  public DecisionResult decide(RunId run, DecisionRequest decision) {
    requireOpen();
    return node.decide(run, decision);
  }

  /** Resumes a run without a way to cancel it. */
  public RunResult resume(RunId run, EventSink sink) {
    return resume(run, sink, new CancellationToken());
  }

  /**
   * Resumes a waiting run on the caller's thread until it ends or waits again, with the agent and
   * the overrides it started with. Expired questions are decided first, as their tickets specify. A
   * run that still waits for a decision, or has ended, is left unchanged. A run that a process left
   * when it ended resumes after its last committed step, once its lease has expired.
   *
   * @param sink receives every event from here on, on this thread
   * @param cancellation requests cancellation; the run then ends as cancelled
   * @return the result of the whole run
   * @throws AgentRuntimeException {@link RuntimeError.RunNotFound}; {@link
   *     RuntimeError.ThreadAlreadyRunning} when the run already executes, here or elsewhere
   * @throws IllegalStateException when the runtime is closed
   */
  public RunResult resume(RunId run, EventSink sink, CancellationToken cancellation) {
    requireOpen();
    return node.resume(run, sink, cancellation);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the runtime is closed");
    }
  }

  /** Returns the current registry. */
  public RegistrySnapshot registry() {
    return registry.get();
  }

  /**
   * Adds an agent, or replaces the one with its id. Live runs keep the definition they started
   * with; the next run uses the new one.
   *
   * @throws AgentRuntimeException when it does not resolve; the old one stays
   */
  public void replace(AgentSpec agent) {
    registry.publish(
        current -> {
          RegistrySnapshot next = current.with(agent);
          checked(next, agent.id());
          return next;
        });
  }

  /**
   * Replaces everything at once except the tools of sources and the agents of other servers. Agents
   * are not resolved here: errors surface when an agent is run. The caller closes the plugins of
   * the snapshot.
   */
  public void publish(RegistrySnapshot next) {
    registry.publish(before -> sources.over(next).withRemote(before.remote()));
  }

  /** Reports the outcomes of plugin effects since the runtime started (features row 97). */
  public EffectDispatchReport effects() {
    return node.effects();
  }

  /**
   * Cancels live runs, waits for them, and closes the plugins that the runtime was built with, in
   * reverse order, even if one of them fails. Closing twice has no effect.
   */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      sources.close();
      servers.close();
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
