package io.awaken.server;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.Summaries;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.decision.Delegation;
import io.awaken.core.event.EventBus;
import io.awaken.core.event.EventSink;
import io.awaken.core.loop.AgentLoop;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.loop.LoopSettings;
import io.awaken.core.loop.OutboxRelay;
import io.awaken.core.loop.call.StandaloneCalls;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.mailbox.Dispatcher;
import io.awaken.core.mailbox.EarlyRenewal;
import io.awaken.core.mailbox.HangingRuns;
import io.awaken.core.mailbox.HintListener;
import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RenewLeases;
import io.awaken.core.mailbox.RunExecutor;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.StartRate;
import io.awaken.core.mailbox.StopUnconfirmed;
import io.awaken.core.mailbox.control.RunCanceller;
import io.awaken.core.mailbox.control.RunDecider;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.mailbox.duty.CollectMailbox;
import io.awaken.core.mailbox.duty.ExpireSuspensions;
import io.awaken.core.mailbox.duty.ForceEndOverdueRuns;
import io.awaken.core.mailbox.duty.PurgeEvents;
import io.awaken.core.mailbox.duty.RemoveDeletedThreads;
import io.awaken.core.mailbox.duty.SweepLeases;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.phase.EffectDispatchReport;
import io.awaken.core.phase.HookWatch;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.state.RestorePolicy;
import io.awaken.core.state.UnknownKeyPolicy;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RunService;
import io.awaken.core.webhook.FailedDeliveries;
import io.awaken.core.webhook.Notices;
import io.awaken.core.webhook.OutsideRelay;
import io.awaken.core.webhook.Receiver;
import io.awaken.core.webhook.WebhookReceiver;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.AnonymousAccess;
import io.awaken.runtime.NodeAssembly;
import io.awaken.runtime.RuntimeStores;
import io.awaken.runtime.UuidIds;
import io.awaken.server.concurrency.ServerThreads;
import io.awaken.server.settings.HttpSetting;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Setting;
import io.awaken.server.settings.Settings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Executes runs on this node: loop, mailbox and their duties, wired from ports. Claims from {@link
 * #start} on, hands everything over in {@link #drain}.
 */
public final class Node {

  /** Part of a lease after which an unconfirmed run stops itself. */
  private static final double STOP_AT = 0.8;

  private static final Duration DELIVERIES = Duration.ofHours(1);
  private static final int MOST_DELIVERIES = 10_000;

  static final Duration WATCH = Duration.ofMillis(500);

  private final Settings settings;
  private final AnonymousAccess anonymous;
  private final RuntimeStores stores;
  private final ServerThreads threads;
  private final HookWatch hooks;
  private final PartCaller parts;
  private final OutboxRelay relay;
  private final OutsideRelay outsideRelay;
  private final StandaloneCalls standaloneCalls;
  private final LiveRuns live;
  private final RenewLeases leases;
  private final EarlyRenewal renewal;
  private final Mailbox mailbox;
  private final RunStarter starter;
  private final RunInterrupter interrupter;
  private final NodeAssembly assembly;
  private final RunCanceller canceller;
  private final RunDecider decider;
  private final HistoryBudget histories;
  private final Summaries summaries;
  private final EventBus bus;
  private final EventSink.Factory sinks;

  /**
   * How runs are observed.
   *
   * @param sinks receive their events
   * @param runs notified of the start and end of each run
   * @param observer observes them
   * @param bus to other nodes
   */
  record Watched(
      EventSink.Factory sinks,
      UnaryOperator<RunExecutor> runs,
      RunObserver observer,
      EventBus bus) {}

  /**
   * Who is told outside.
   *
   * @param webhooks those of the active documents
   * @param http reaches only checked addresses
   * @param clients makes the requests to clients who want to hear of their runs
   */
  record Outside(Supplier<List<WebhookSpec>> webhooks, GuardedHttp http, Receiver clients) {
    static final Outside NOBODY = new Outside(List::of, null, due -> Optional.empty());

    Receiver receiver(String address) {
      var hooks = new WebhookReceiver(webhooks, InstantSource.system(), address);
      return due ->
          due.entry().kind() == OutboxEntry.Kind.PUSH ? clients.request(due) : hooks.request(due);
    }
  }

  Node(
      Settings settings,
      RuntimeStores stores,
      LiveRegistry registry,
      Watched watched,
      ToolFanOut fanOut,
      TokenEstimator estimator,
      ServerThreads threads,
      AnonymousAccess anonymous,
      Outside outside) {
    this.settings = settings;
    this.anonymous = anonymous;
    this.stores = stores;
    this.threads = threads;
    this.histories = ServerConfiguration.history(settings);
    this.summaries = new Summaries(threads.runs(), System::nanoTime);
    this.bus = watched.bus();
    this.sinks = watched.sinks();
    this.live =
        new LiveRuns(
            System::nanoTime,
            stopAfter(settings.duration(RunSetting.LEASE)),
            claim -> sinks.abandon(claim.runId(), claim.fence().epoch()));
    this.leases = new RenewLeases(live, stores.mailbox().leases(), watched.observer());
    this.renewal = new EarlyRenewal(live, leases, threads.leases());
    var owners = new RunOwners(live, renewal::request, bus::publish);
    this.mailbox =
        new Mailbox(
            stores.mailbox(),
            owners,
            new Mailbox.Limits(
                settings.count(RunSetting.MAX_RUNS),
                new StartRate(settings.count(RunSetting.START_RATE)),
                settings.duration(RunSetting.OUTAGE_WAIT)),
            watched.observer());
    this.hooks = new HookWatch(System::nanoTime, threads.runs(), this::releaseRunOf);
    this.parts = new PartCaller(hooks, threads.runs());
    Ids ids = new UuidIds();
    var notices = new Notices(outside.webhooks(), InstantSource.system(), mailbox::toDeliver);
    this.outsideRelay =
        new OutsideRelay(
            new OutsideRelay.Ports(stores.outbox(), stores.suspensions(), notices),
            outside.receiver(publicAddress()),
            outside.http(),
            threads.runs(),
            mailbox::draining);
    LoopPorts ports = ports(estimator, watched.observer(), notices);
    this.assembly =
        new NodeAssembly(
            new NodeAssembly.Parts(
                stores,
                registry,
                ports,
                parts,
                mailbox,
                new AgentLoop.Time(InstantSource.system(), ids)));
    AgentLoop loop = assembly.loop(fanOut, assembly.untilDrained());
    this.starter = assembly.starter(watched.runs().apply(loop::run), threads.runs());
    this.relay = assembly.relay();
    this.standaloneCalls =
        new StandaloneCalls(
            fanOut, parts, ports.settings().limits().window(), threads.streams(), ids);
    this.interrupter =
        assembly.interrupter(settings.duration(RunSetting.INTERRUPT_WAIT), this::later);
    this.canceller = assembly.canceller();
    this.decider = assembly.decider(settings.count(HttpSetting.MAX_PAYLOAD));
  }

  private void releaseRunOf(Thread thread) {
    threads.runs().execute(() -> mailbox.releaseRunOf(thread));
  }

  private void later(Runnable task, Duration after) {
    threads
        .streams()
        .schedule(() -> threads.runs().execute(task), after.toMillis(), TimeUnit.MILLISECONDS);
  }

  private LoopPorts ports(TokenEstimator estimator, RunObserver observer, Notices notices) {
    var chosen =
        new LoopSettings(
            restoring(settings),
            ServerConfiguration.context(settings),
            histories,
            estimator,
            summaries,
            this::isOperator,
            new Delegation.Limits(
                settings.count(RunSetting.DELEGATE_DEPTH),
                settings.count(RunSetting.DELEGATE_WIDTH),
                settings.count(RunSetting.TASKS)));
    return new LoopPorts(stores.ofRuns(), sinks, chosen, observer, notices);
  }

  /** An operator, or the user of a server without authentication, on its own machine. */
  private boolean isOperator(Caller caller) {
    return caller.anonymous()
        ? anonymous.servesOnlyThisMachine()
        : new AdminRole(settings.text(HttpSetting.ADMIN_ROLE).orElse(null)).has(caller);
  }

  /** The value of {@link Setting#STATE_RESTORE}. */
  static RestorePolicy restoring(Settings settings) {
    return switch (settings.choice(RunSetting.STATE_RESTORE)) {
      case "strict" -> RestorePolicy.always(UnknownKeyPolicy.ERROR);
      case "lenient" -> RestorePolicy.always(UnknownKeyPolicy.SKIP);
      default -> RestorePolicy.DEFAULT;
    };
  }

  /** The check for unconfirmed runs is up to {@link #WATCH} late. */
  static Duration stopAfter(Duration lease) {
    return Duration.ofMillis((long) (lease.toMillis() * STOP_AT));
  }

  /** Starts renewing leases and claiming due jobs. */
  void start() {
    bus.subscribe(new HintListener(mailbox, renewal));
    threads.repeat("awaken-leases", settings.duration(RunSetting.RENEW), leases);
    Duration stopAfter = stopAfter(settings.duration(RunSetting.LEASE));
    threads.repeat("awaken-lease-watch", WATCH, new StopUnconfirmed(live, stopAfter));
    threads.repeat("awaken-plugin-watch", WATCH, this::endOverdue);
    threads.repeat("awaken-lost-runs", WATCH, new HangingRuns(live));
    collect();
    purge();
    bus.duties().forEach(threads::start);
    threads.start(
        "awaken-dispatcher",
        new Dispatcher(
            starter,
            stores.mailbox().queue(),
            new Dispatcher.Duties(
                this::sweep,
                new ExpireSuspensions(stores.suspensions(), mailbox),
                new RemoveDeletedThreads(stores.threads(), mailbox::draining),
                this::deliver,
                threads.runs()),
            new Dispatcher.Times(
                settings.duration(RunSetting.POLL), settings.duration(RunSetting.SWEEP)),
            System::nanoTime));
  }

  /** Where questions are answered; without the setting, webhooks get only paths. */
  private String publicAddress() {
    return settings.text(HttpSetting.PUBLIC_URL).map(url -> url.replaceAll("/+$", "")).orElse("");
  }

  /** Receivers outside do not wait for plugins. */
  private void deliver() {
    outsideRelay.run();
    relay.run();
  }

  private void endOverdue() {
    hooks.interruptOverdue();
    summaries.tidy();
  }

  /** Interrupted runs too: the node that interrupted them may be gone. */
  private void sweep() {
    new SweepLeases(stores.mailbox().leases(), mailbox).run();
    new ForceEndOverdueRuns(
            stores.mailbox().leases(), mailbox, settings.duration(RunSetting.INTERRUPT_WAIT))
        .run();
  }

  /** Deletes expired rows of the mailbox. */
  private void collect() {
    var keep =
        new CollectMailbox.Keep(
            settings.duration(RunSetting.KEEP),
            settings.duration(RunSetting.KEEP_DEAD),
            settings.duration(RunSetting.KEEP_KEYS));
    threads.repeat(
        "awaken-collect",
        settings.duration(RunSetting.COLLECT),
        new CollectMailbox(stores.mailbox().queue(), mailbox, keep, System::nanoTime));
    threads.repeat("awaken-deliveries", DELIVERIES, this::purgeDeliveries);
  }

  /** Deletes old messages that were given up. */
  private void purgeDeliveries() {
    if (!mailbox.draining()) {
      stores.outbox().purge(settings.duration(RunSetting.KEEP_DEAD), MOST_DELIVERIES);
    }
  }

  /** Deletes expired events. */
  private void purge() {
    threads.repeat(
        "awaken-purge",
        settings.duration(RunSetting.EVENTS_PURGE),
        new PurgeEvents(
            stores.log(), settings.duration(RunSetting.EVENTS_RETENTION), mailbox::draining));
  }

  /** Hands every live run over; returns whether all made it in time. */
  boolean drain() {
    summaries.close();
    return mailbox.drain(
        settings.duration(RunSetting.DRAIN), settings.duration(RunSetting.DRAIN_INTERRUPT));
  }

  /** See {@link RunStarter#progress}. */
  long progress() {
    return starter.progress();
  }

  boolean draining() {
    return mailbox.draining();
  }

  /** The door for runs, within these quotas. */
  RunService service(Quotas quotas) {
    return assembly.service(starter, interrupter, ServerConfiguration.runs(settings), quotas);
  }

  RunInterrupter interrupter() {
    return interrupter;
  }

  RunCanceller canceller() {
    return canceller;
  }

  /** Calls tools outside of runs. */
  StandaloneCalls standaloneCalls() {
    return standaloneCalls;
  }

  /** Calls parts of plugins outside of runs. */
  PartCaller parts() {
    return parts;
  }

  /** Messages to receivers outside that failed. */
  FailedDeliveries failedDeliveries() {
    return new FailedDeliveries(stores.outbox(), mailbox::toDeliver);
  }

  /** Hints that messages to receivers outside are due. */
  void toDeliver() {
    mailbox.toDeliver();
  }

  RunDecider decider() {
    return decider;
  }

  /** Memory of runs for their conversations. */
  HistoryBudget histories() {
    return histories;
  }

  LiveRuns live() {
    return live;
  }

  /** Outcomes of summaries. */
  Summaries.Counts summaries() {
    return summaries.counts();
  }

  /** Outcomes of effects. */
  EffectDispatchReport effects() {
    return parts.effects().report();
  }
}
