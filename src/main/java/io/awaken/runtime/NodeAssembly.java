package io.awaken.runtime;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.loop.AgentLoop;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.loop.OutboxRelay;
import io.awaken.core.loop.activation.QueueHints;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunExecutor;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.control.RunCanceller;
import io.awaken.core.mailbox.control.RunDecider;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.submit.AgentRules;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RequestRules;
import io.awaken.core.submit.RunService;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Wires the parts that execute and control runs on a node: the server's, an embedded runtime's or a
 * test's. The mailbox comes first, because runs return to it; then the loop, and last the starter.
 * Each method creates a new part.
 */
public final class NodeAssembly {

  private final Parts parts;
  private final Mailbox mailbox;
  private final RuntimeStores stores;

  /**
   * The inputs of a node.
   *
   * @param ports for the loop
   * @param caller calls plugins
   * @param mailbox of the node
   * @param time for the loop and for decisions
   */
  public record Parts(
      RuntimeStores stores,
      LiveRegistry registry,
      LoopPorts ports,
      PartCaller caller,
      Mailbox mailbox,
      AgentLoop.Time time) {}

  public NodeAssembly(Parts parts) {
    this.parts = parts;
    this.mailbox = parts.mailbox();
    this.stores = parts.stores();
  }

  /**
   * @param tools executes calls
   * @param life signals that the node stops, and takes over its runs
   */
  public AgentLoop loop(ToolFanOut tools, AgentLoop.NodeLife life) {
    return new AgentLoop(
        parts.registry(), parts.ports(), parts.caller(), tools, life, parts.time());
  }

  /** Hands runs over when the node drains. */
  public AgentLoop.NodeLife untilDrained() {
    return new AgentLoop.NodeLife(mailbox::draining, mailbox::handOver, queue());
  }

  private QueueHints queue() {
    RunCanceller canceller = canceller();
    return new QueueHints() {
      @Override
      public void queued(ThreadId thread) {
        mailbox.queued(thread);
      }

      @Override
      public void answered(ThreadId thread, RunId run) {
        mailbox.queued(thread);
        mailbox.stored(run);
      }

      @Override
      public void cancel(RunId run, Caller by) {
        canceller.cancel(run, by);
      }

      @Override
      public SubmitResult send(Submission message) {
        SubmitResult result = stores.mailbox().submits().submit(message);
        if (result instanceof SubmitResult.Steered(RunId open)) {
          mailbox.stored(message.threadId(), open);
        }
        return result;
      }
    };
  }

  /** Delivers outstanding entries to plugins until the node drains. */
  public OutboxRelay relay() {
    return new OutboxRelay(
        parts.registry(),
        parts.ports(),
        parts.caller(),
        parts.time().clock(),
        mailbox::draining,
        queue());
  }

  /**
   * @param runs executes a claimed run
   * @param threads execute each task on a thread of its own
   */
  public RunStarter starter(RunExecutor runs, Executor threads) {
    return new RunStarter(mailbox, runs, threads, parts.time().ids());
  }

  public RunInterrupter interrupter(Duration patience, RunInterrupter.Later later) {
    return new RunInterrupter(stores.mailbox(), mailbox.owners(), mailbox, patience, later);
  }

  /** The door for runs, with the rules for its agents. */
  public RunService service(
      RunStarter starter, RunInterrupter interrupter, AgentRules.Limits limits, Quotas quotas) {
    return service(
        starter, interrupter, new AgentRules(parts.registry(), stores.threads(), limits), quotas);
  }

  /** The door for runs. */
  public RunService service(
      RunStarter starter, RunInterrupter interrupter, RequestRules rules, Quotas quotas) {
    return new RunService(
        new RunService.Stores(stores.mailbox(), stores.runs(), stores.suspensions()),
        starter,
        interrupter,
        rules,
        quotas,
        parts.time().ids());
  }

  public RunCanceller canceller() {
    return new RunCanceller(stores.runs(), mailbox.owners(), mailbox);
  }

  /**
   * @param maxPayload largest payload of a decision in bytes
   */
  public RunDecider decider(int maxPayload) {
    return new RunDecider(
        stores.runs(),
        stores.threads(),
        stores.suspensions(),
        mailbox,
        maxPayload,
        new RunDecider.Time(parts.time().clock(), parts.time().ids()));
  }
}
