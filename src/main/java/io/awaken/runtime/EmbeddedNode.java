package io.awaken.runtime;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.context.ContextLimits;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.Summaries;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.event.EventSink;
import io.awaken.core.loop.AgentLoop;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.loop.LoopSettings;
import io.awaken.core.loop.OutboxRelay;
import io.awaken.core.loop.activation.HandOver;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RenewLeases;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.StopUnconfirmed;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.mailbox.control.RunDecider;
import io.awaken.core.mailbox.duty.RemoveDeletedThreads;
import io.awaken.core.message.LargeMedia;
import io.awaken.core.phase.EffectDispatchReport;
import io.awaken.core.phase.HookWatch;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunSignals;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.RestorePolicy;
import io.awaken.core.store.job.LeaseStore;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.submit.AgentRules;
import io.awaken.core.submit.MediaRules;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.core.submit.RunService.Accepted;
import io.awaken.core.suspension.AwaitedRun;
import io.awaken.core.suspension.SuspensionStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Executes the runs of an embedded runtime: the same loop and mailbox as in the server, but each
 * run on its caller's thread, and no node claims queued jobs. Thread-safe.
 */
final class EmbeddedNode implements AutoCloseable {

  private static final Duration WATCH = Duration.ofMillis(500);
  private static final Duration RENEW = RuntimeStores.LEASE.dividedBy(3);
  private static final Duration STOP_AFTER = RuntimeStores.LEASE.multipliedBy(4).dividedBy(5);
  private static final Duration RELAY_INTERVAL = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MAX_PAYLOAD = 64 << 10;
  private static final int EXPIRE_BATCH = 100;
  private static final int MAX_TASKS = 128;

  /** The server's defaults, with overrides and all media. */
  private static final AgentRules.Limits LIMITS =
      new AgentRules.Limits(
          1 << 20, 4 << 20, true, MediaRules.ANY, LargeMedia.INLINE, Sharing.OWNER);

  private final RuntimeStores stores;
  private final FileDatabase own;
  private final RuntimeThreads threads;
  private final Ids ids;
  private final PluginSet plugins;
  private final OpenRuns open = new OpenRuns();
  private final Summaries summaries;
  private final PartCaller caller;
  private final OutboxRelay relay;
  private final Mailbox mailbox;
  private final RunStarter starter;
  private final RunService service;
  private final RunDecider decider;

  /**
   * The parts of a node besides its registry.
   *
   * @param own the database of the stores if the node closes it; or null
   */
  record Parts(
      RuntimeStores stores,
      FileDatabase own,
      RestorePolicy restoring,
      TokenEstimator estimator,
      RuntimeThreads threads,
      InstantSource clock,
      Ids ids,
      ToolFanOut.Limits tools) {}

  /**
   * @param plugins closed with the node
   */
  EmbeddedNode(LiveRegistry registry, PluginSet plugins, Parts parts) {
    this.stores = parts.stores().pinning(registry);
    this.own = parts.own();
    this.threads = parts.threads();
    this.ids = parts.ids();
    this.plugins = plugins;
    var hooks = new HookWatch(System::nanoTime, threads.tasks());
    var live = new LiveRuns(System::nanoTime, STOP_AFTER, claim -> {});
    this.caller = new PartCaller(hooks, threads.tasks());
    this.summaries = new Summaries(threads.tasks(), System::nanoTime);
    this.mailbox =
        new Mailbox(
            stores.mailbox(), RunOwners.withoutBus(live), Mailbox.Limits.of(Integer.MAX_VALUE));
    var assembly =
        new NodeAssembly(
            new NodeAssembly.Parts(
                stores,
                registry,
                ports(parts),
                caller,
                mailbox,
                new AgentLoop.Time(parts.clock(), ids)));
    AgentLoop loop =
        assembly.loop(
            new ToolFanOut(threads.tasks(), threads.tasks(), parts.tools(), System::nanoTime),
            new AgentLoop.NodeLife(() -> false, new WaitsHere(stores.mailbox().leases())));
    this.starter =
        assembly.starter((claim, signals) -> execute(loop, claim, signals), Runnable::run);
    this.relay = assembly.relay();
    this.service =
        assembly.service(
            starter, assembly.interrupter(PATIENCE, (task, after) -> {}), LIMITS, Quotas.NONE);
    this.decider = assembly.decider(MAX_PAYLOAD);
    threads.every(WATCH, "awaken-plugin-watch", hooks::interruptOverdue);
    threads.every(WATCH, "awaken-summaries", summaries::tidy);
    threads.every(RENEW, "awaken-leases", new RenewLeases(live, stores.mailbox().leases()));
    threads.every(WATCH, "awaken-lease-watch", new StopUnconfirmed(live, STOP_AFTER));
    threads.every(RELAY_INTERVAL, "awaken-outbox", () -> threads.tasks().execute(relay));
    threads.every(
        RELAY_INTERVAL,
        "awaken-removals",
        new RemoveDeletedThreads(stores.threads(), mailbox::draining));
  }

  /** The caller waits for the run's result, on the run's thread. */
  private record WaitsHere(LeaseStore leases) implements HandOver {

    @Override
    public Optional<Duration> release(Fence fence, Duration wait) {
      return leases.release(fence, wait);
    }

    @Override
    public boolean resumes() {
      return false;
    }
  }

  private LoopPorts ports(Parts parts) {
    var settings =
        new LoopSettings(
            parts.restoring(),
            ContextLimits.DEFAULT,
            HistoryBudget.unlimited(),
            parts.estimator(),
            summaries);
    return new LoopPorts(stores.ofRuns(), open, settings);
  }

  RunResult run(RunRequest request, EventSink sink, CancellationToken cancellation) {
    OpenRuns.OpenRun run = open.add(new RunId(ids.next()), sink, cancellation);
    try {
      submit(request, run.id);
      withDelegates(run);
      return result(run.id);
    } finally {
      open.remove(run);
    }
  }

  /**
   * A waiting run gives way if the request allows it; an executing run never does. No node would
   * claim a queued job, and no run would receive later messages.
   */
  private void submit(RunRequest request, RunId run) {
    RunRequest alone = request.once(null);
    try {
      service.submit(alone.as(SubmitMode.REJECT), run);
    } catch (ResolveException e) {
      throw new AgentRuntimeException(RuntimeError.of(e), e);
    } catch (RequestRefused refused) {
      if (request.mode() != SubmitMode.INTERRUPT || !waits(refused.why().run())) {
        throw refusal(refused, request.threadId());
      }
      Accepted accepted = service.submit(alone.as(SubmitMode.INTERRUPT), run);
      threads.tasks().execute(relay);
      if (accepted.how() != Accepted.How.BEGUN) {
        // The waiting run was resumed meanwhile, and no node would claim a queued job.
        stores.runs().cancel(run, request.caller());
        throw busy(accepted.threadId());
      }
    }
  }

  private boolean waits(RunId run) {
    return run != null
        && stores.runs().find(run).filter(open -> open.status() == RunStatus.WAITING).isPresent();
  }

  private static RuntimeException refusal(RequestRefused refused, ThreadId thread) {
    return switch (refused.why().code().field()) {
      case THREAD, SUPERSEDES, SHARE -> refused;
      case KEY, DEDUPE_KEY -> busy(thread);
      case null -> busy(thread);
    };
  }

  private void requireUnbroken(OpenRuns.OpenRun run) {
    if (run.failure != null) {
      throw broken(run.claim, run.failure);
    }
  }

  List<SuspensionRecord> questions(RunId runId) {
    return stores.suspensions().withDelegates(runId).stream()
        .filter(each -> each.ofPeople() && each.status() == SuspensionStatus.OPEN)
        .toList();
  }

  DecisionResult decide(RunId runId, DecisionRequest decision) {
    return decider.decide(runId, decision);
  }

  /** Resumes a waiting run if its questions are decided, or one that its process left. */
  RunResult resume(RunId runId, EventSink sink, CancellationToken cancellation) {
    stores.suspensions().expire(EXPIRE_BATCH);
    stores.mailbox().leases().reclaimExpired(EXPIRE_BATCH);
    RunRecord waiting = record(runId);
    OpenRuns.OpenRun run = open.addIfAbsent(runId, sink, cancellation);
    if (run == null) {
      throw busy(waiting.threadId());
    }
    try {
      claim(waiting);
      withDelegates(run);
      RunRecord now = record(runId);
      if (now.status() != RunStatus.DONE && now.status() != RunStatus.WAITING) {
        throw busy(now.threadId());
      }
      return result(runId);
    } finally {
      open.remove(run);
    }
  }

  /** Executes a run if its job is queued. */
  private void claim(RunRecord run) {
    var job = new Candidate(run.jobId(), run.threadId(), run.runId());
    long since = mailbox.now();
    stores
        .mailbox()
        .claims()
        .claim(job, new ClaimToken(ids.next()))
        .ifPresent(claim -> starter.begin(claim, since));
  }

  /**
   * Executes the runs and tasks that a run waits for, and then the run itself, as often as that
   * happens.
   */
  private void withDelegates(OpenRuns.OpenRun run) {
    requireUnbroken(run);
    List<RunId> below = waitsFor(run.id);
    below.forEach(delegate -> execute(delegate, run.cancellation));
    if (!below.isEmpty() && waitsFor(run.id).isEmpty()) {
      claim(record(run.id));
      withDelegates(run);
    }
  }

  private void execute(RunId delegate, CancellationToken cancellation) {
    OpenRuns.OpenRun run = open.addIfAbsent(delegate, EventSink.SILENT, cancellation);
    if (run != null) {
      try {
        claim(record(delegate));
        withDelegates(run);
      } finally {
        open.remove(run);
      }
    }
  }

  private List<RunId> waitsFor(RunId id) {
    RunRecord run = record(id);
    if (run.status() != RunStatus.WAITING) {
      return List.of();
    }
    List<SuspensionRecord> questions = stores.suspensions().ofRun(id);
    if (questions.stream().noneMatch(each -> each.status() == SuspensionStatus.OPEN)) {
      return queuedTasks(run);
    }
    return questions.stream()
        .filter(each -> !each.ofPeople() && each.status() == SuspensionStatus.OPEN)
        .map(each -> new RunId(AwaitedRun.of(each.ticket()).runId()))
        .toList();
  }

  private List<RunId> queuedTasks(RunRecord run) {
    var filter =
        new RunQuery.Filter(
            run.caller().tenant(), null, RunStatus.CREATED, null, null, run.runId());
    return stores.runs().list(new RunQuery(filter, null, 0, MAX_TASKS)).items().stream()
        .map(RunRecord::runId)
        .toList();
  }

  private RunRecord record(RunId runId) {
    return stores
        .runs()
        .find(runId)
        .orElseThrow(() -> new AgentRuntimeException(new RuntimeError.RunNotFound(runId), null));
  }

  private static AgentRuntimeException busy(ThreadId thread) {
    return new AgentRuntimeException(new RuntimeError.ThreadAlreadyRunning(thread), null);
  }

  private void execute(AgentLoop loop, Claim claim, RunSignals signals) {
    OpenRuns.OpenRun run = open.of(claim.runId());
    run.claim = claim;
    try (var stops =
        run.cancellation.onCancel(() -> signals.cancellation().cancel(run.cancellation.reason()))) {
      loop.run(claim, signals);
    } catch (RuntimeException | Error e) {
      run.failure = e;
    }
  }

  /** Ends a failed run, so that its conversation is free for the next. */
  private RuntimeException broken(Claim claim, Throwable failure) {
    try {
      stores.mailbox().leases().release(claim.fence());
      stores.runs().cancel(claim.runId(), claim.caller());
      threads.tasks().execute(relay);
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  private RunResult result(RunId runId) {
    RunRecord run = record(runId);
    if (run.status() != RunStatus.DONE && run.status() != RunStatus.WAITING) {
      throw new IllegalStateException("run " + runId + " continues elsewhere: its lease was lost");
    }
    return new RunResult(
        run.threadId(),
        runId,
        run.finalOutput(),
        run.steps(),
        run.termination() == null ? new TerminationReason.Suspended() : run.termination(),
        run.inputTokens(),
        run.outputTokens(),
        run.cost());
  }

  /** Reports the outcomes of effects. */
  EffectDispatchReport effects() {
    return caller.effects().report();
  }

  @Override
  public void close() {
    summaries.close();
    open.cancelAll();
    mailbox.drain(PATIENCE, PATIENCE);
    plugins.close();
    threads.close();
    if (own != null) {
      own.close();
    }
  }
}
