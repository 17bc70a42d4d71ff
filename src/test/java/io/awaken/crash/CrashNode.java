package io.awaken.crash;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.event.EventSink;
import io.awaken.core.loop.AgentLoop;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.loop.LoopSettings;
import io.awaken.core.loop.OutboxRelay;
import io.awaken.core.loop.RunStores;
import io.awaken.core.loop.activation.HandOver;
import io.awaken.core.loop.activation.QueueHints;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.phase.HookWatch;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RunService;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.Databases;
import io.awaken.fixture.RecordingSinks;
import io.awaken.runtime.UuidIds;
import io.awaken.store.jpa.JpaStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** A node over a database, without a container: the loop, the mailbox, and nobody who claims. */
final class CrashNode implements AutoCloseable {

  /** Nobody renews; whoever is killed is found out by other means than by waiting. */
  private static final Duration LEASE = Duration.ofMinutes(5);

  /** No run is given up, however often its nodes are killed. */
  private static final int ATTEMPTS = 1000;

  private static final Executor TASKS = task -> Thread.ofVirtual().start(task);

  /** How nodes keep their runs when nothing else is said. */
  static final MailboxStore.Settings SETTINGS = new MailboxStore.Settings(LEASE, ATTEMPTS, "node");

  final JpaStores stores;
  final Mailbox mailbox;
  final RunStarter starter;
  final RunService service;

  /** Tells plugins what a dead node has not told them. */
  final OutboxRelay relay;

  /** A node that does what nodes do. */
  CrashNode(Databases.Fresh database, World world, Executor runs) {
    this(stores(database, SETTINGS), world, runs, commits -> commits, handOver -> handOver);
  }

  /**
   * @param runs executes them
   * @param commits changes what it does when it writes
   * @param handOver changes what it does when it gives a run back
   */
  CrashNode(
      JpaStores stores,
      World world,
      Executor runs,
      UnaryOperator<RunCommit> commits,
      UnaryOperator<HandOver> handOver) {
    this.stores = stores;
    var registry = LiveRegistry.of(CrashAgents.registry(world, stores.threads()));
    var ids = new UuidIds();
    LoopPorts ports = ports(commits.apply(stores.runCommit()), new RecordingSinks());
    var owners = RunOwners.withoutBus(new LiveRuns(System::nanoTime));
    mailbox = new Mailbox(stores.mailbox(), owners, Mailbox.Limits.of(1_000));
    var caller = new PartCaller(new HookWatch(System::nanoTime, TASKS, thread -> {}), TASKS);
    relay =
        new OutboxRelay(
            registry, ports, caller, InstantSource.system(), mailbox::draining, QueueHints.NONE);
    var loop =
        new AgentLoop(
            registry,
            ports,
            caller,
            new ToolFanOut(TASKS, TASKS, new ToolFanOut.Limits(16), System::nanoTime),
            new AgentLoop.NodeLife(
                mailbox::draining, handOver.apply(stores.mailbox().leases()::release)),
            new AgentLoop.Time(InstantSource.system(), ids));
    starter = new RunStarter(mailbox, loop::run, runs, ids);
    var interrupter =
        new RunInterrupter(stores.mailbox(), owners, mailbox, LEASE, (task, after) -> {});
    service =
        new RunService(
            new RunService.Stores(stores.mailbox(), stores.runs(), stores.suspensions()),
            starter,
            interrupter,
            agentId -> {},
            Quotas.NONE,
            ids);
  }

  static JpaStores stores(Databases.Fresh database, MailboxStore.Settings settings) {
    return new JpaStores(database.transactions(JpaStores.ENTITIES), database.database(), settings);
  }

  private LoopPorts ports(RunCommit commits, EventSink.Factory sinks) {
    var written =
        new RunStores(
            stores.threads(),
            stores.runs(),
            stores.suspensions(),
            stores.events(),
            commits,
            Optional.empty(),
            Optional.empty(),
            DocumentStore.NONE,
            stores.outbox());
    return new LoopPorts(written, sinks, LoopSettings.defaults());
  }

  static ThreadId thread(String name) {
    return new ThreadId(name);
  }

  /** What is said is the name of the thread. */
  void submit(String agent, String thread) {
    service.submit(CrashContent.request(agent, thread));
  }

  /** Takes over what a dead node has left; nobody waits until leases end and runs are due. */
  void takeOver(Databases.Fresh database) {
    database.execute("UPDATE awaken_job SET lease_until = 1 WHERE status = 'claimed'");
    database.execute("UPDATE awaken_job SET available_at = 1 WHERE status = 'queued'");
    stores.mailbox().leases().reclaimExpired(1000);
    starter.claimDue();
  }

  /** Tells plugins what a dead node has not told them; nobody waits until it is due. */
  void deliver(Databases.Fresh database) {
    database.execute("UPDATE awaken_outbox SET due_at = 1");
    relay.run();
  }

  RunRecord run(String thread) {
    RunId id = stores.threads().find(new ThreadId(thread)).orElseThrow().latestRunId();
    return stores.runs().find(id).orElseThrow();
  }

  List<SuspensionRecord> questions(String thread) {
    return stores.suspensions().ofRun(run(thread).runId());
  }

  /** Lets the call that was asked about last go on; who is asked what it did says it did. */
  void approve(String thread) {
    SuspensionRecord question = questions(thread).getLast();
    var decision = new Decision("approved", DecisionAction.RESUME, null, null, 0);
    stores.suspensions().decide(question.key(), question.argumentsHash(), decision, "judge");
  }

  void cancel(String thread) {
    stores.runs().cancel(run(thread).runId(), Caller.ANONYMOUS);
  }

  @Override
  public void close() {
    stores.close();
  }
}
