package io.awaken.crash;

import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.event.EventSink;
import io.awaken.core.loop.AgentLoop;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.loop.ToolFanOut;
import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.mailbox.RunRequest;
import io.awaken.core.mailbox.RunSubmitter;
import io.awaken.core.phase.HookWatch;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.runtime.UuidIds;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.Databases;
import io.awaken.fixture.RecordingSinks;
import io.awaken.store.jpa.JpaStores;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** A node over a database, without a container: the loop, the mailbox, and nobody who claims. */
final class CrashNode implements AutoCloseable {

  /** Nobody renews; whoever is killed is found out by other means than by waiting. */
  private static final Duration LEASE = Duration.ofMinutes(5);

  private static final Executor TASKS = task -> Thread.ofVirtual().start(task);

  final JpaStores stores;
  final Mailbox mailbox;
  private final RunSubmitter submitter;

  /**
   * @param name of the node
   * @param runs executes them
   * @param commits changes what it does when it writes
   */
  CrashNode(
      String name,
      Databases.Fresh database,
      World world,
      Executor runs,
      UnaryOperator<RunCommit> commits) {
    stores =
        new JpaStores(
            database.transactions(JpaStores.ENTITIES),
            database.database(),
            new MailboxStore.Settings(LEASE, 5, name));
    var registry = CrashAgents.registry(world);
    var ids = new UuidIds();
    var loop =
        new AgentLoop(
            () -> registry,
            ports(commits.apply(stores.runCommit()), new RecordingSinks()),
            new PartCaller(new HookWatch(System::nanoTime, TASKS, thread -> {}), TASKS),
            new ToolFanOut(TASKS, TASKS, new ToolFanOut.Limits(16), System::nanoTime),
            new AgentLoop.NodeLife(() -> false, stores.mailbox()::release),
            new AgentLoop.Time(InstantSource.system(), ids));
    mailbox =
        new Mailbox(stores.mailbox(), loop::run, runs, new LiveRuns(System::nanoTime), ids, 1000);
    submitter = new RunSubmitter(stores.mailbox(), mailbox, agentId -> {}, ids);
  }

  private LoopPorts ports(RunCommit commits, EventSink.Factory sinks) {
    return new LoopPorts(
        stores.threads(), stores.runs(), stores.suspensions(), stores.events(), commits, sinks);
  }

  void submit(Boundary boundary) {
    submitter.submit(
        new RunRequest(
            boundary.cut.agent(), thread(boundary), List.of(boundary.name()), Caller.ANONYMOUS));
  }

  RunId run(Boundary boundary) {
    return stores.threads().find(thread(boundary)).orElseThrow().latestRunId();
  }

  List<SuspensionRecord> questions(Boundary boundary) {
    return stores.suspensions().ofRun(run(boundary));
  }

  /** Lets the call that was asked about last go on; who is asked what it did says it did. */
  SuspensionStore.Taken approve(Boundary boundary) {
    SuspensionRecord question = questions(boundary).getLast();
    var decision = new Decision("approved", DecisionAction.RESUME, null, null, 0);
    return stores
        .suspensions()
        .decide(question.key(), question.argumentsHash(), decision, "judge")
        .taken();
  }

  void cancel(Boundary boundary) {
    stores.runs().cancel(run(boundary), Caller.ANONYMOUS);
  }

  static ThreadId thread(Boundary boundary) {
    return new ThreadId(boundary.name());
  }

  @Override
  public void close() {
    stores.close();
  }
}
