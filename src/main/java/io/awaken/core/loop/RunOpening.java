package io.awaken.core.loop;

import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.HistoryWindow;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.EventTap;
import io.awaken.core.event.RunEvents;
import io.awaken.core.event.RunStarts;
import io.awaken.core.event.Segment;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.RunHistory;
import io.awaken.core.loop.activation.RunSetup;
import io.awaken.core.loop.activation.Usage;
import io.awaken.core.loop.inference.HistoryLoader;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.RunSignals;
import io.awaken.core.state.KeyScope;
import io.awaken.core.state.StateException;
import io.awaken.core.state.StateStore;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunTotals;
import io.awaken.core.store.run.Speakers;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.thread.ThreadStore.StoredState;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Opens an activation: loads history and state and restores a resumed run to its last commit.
 * Stateless.
 */
final class RunOpening {

  private final LoopPorts ports;
  private final PartCaller caller;
  private final InstantSource clock;
  private final HistoryLoader histories;

  RunOpening(LoopPorts ports, PartCaller caller, InstantSource clock) {
    this.ports = ports;
    this.caller = caller;
    this.clock = clock;
    this.histories =
        new HistoryLoader(
            ports.stores().threads(),
            ports.settings().limits().window(),
            ports.settings().budget());
  }

  /** Reads and limits the history of a run. */
  HistoryLoader histories() {
    return histories;
  }

  /**
   * @param memory for the history; the caller closes it
   * @throws StateException when stored state is unreadable, naming the key; no sink is open then
   */
  Activation open(Claim claim, RunSetup setup, RunSignals signals, HistoryBudget.Lease memory) {
    var fence = claim.fence();
    ResolvedAgent agent = setup.agent();
    StateStore state = state(claim, agent);
    RunIdentity identity = identity(claim, agent);
    boolean first = !claim.begun();
    List<CallState> calls = first ? List.of() : ports.stores().runs().calls(claim.runId());
    var past =
        first
            ? CommittedProgress.NONE
            : CommittedProgress.read(ports.stores().log(), claim.runId());
    var questions = openQuestions(claim.runId(), calls);
    RunHistory.Loaded history = histories.read(claim, state, calls, memory);
    var data = data(agent, claim, state);
    // From here on readers follow this activation, so anything that may fail precedes this line.
    var events = events(claim, past.lastSequence(), identity, agent);
    try {
      var run =
          new Activation(
              setup, identity, fence, new Activation.Signals(signals, events), history, data);
      if (!first) {
        // An earlier activation may have missed messages even if it committed nothing.
        run.inbox().raise();
      }
      if (past.lastSequence() == 0) {
        run.events().emit(runStart(claim));
        RunInbox.replaceShared(run, claim.spec().clientInput().state());
      } else {
        restore(run, past, calls);
        run.questions().read(questions);
      }
      run.clientState().open();
      return run;
    } catch (RuntimeException | Error e) {
      events.close(false);
      throw e;
    }
  }

  /**
   * A run for the plugins of all agents only, without values and messages, because its agent or
   * state is unavailable or never existed.
   */
  Activation bare(Claim claim, RunSetup setup, RunSignals signals) {
    RunIdentity identity = identity(claim, setup.agent());
    long last = ports.stores().log().lastSequence(claim.runId(), Long.MAX_VALUE);
    RunEvents events = events(claim, last, identity, setup.agent());
    return bare(claim, setup, new Activation.Signals(signals, events));
  }

  private Activation bare(Claim claim, RunSetup setup, Activation.Signals signals) {
    var nothing =
        new RunHistory.Loaded(
            new HistoryWindow(List.of(), 0, false, false),
            ports.settings().limits().window(),
            HistoryBudget.unlimited().take(0, signals.from().cancellation()),
            Set.of(),
            0);
    StateStore state = PhaseRunner.newState(setup.agent().env());
    return new Activation(
        setup,
        identity(claim, setup.agent()),
        claim.fence(),
        signals,
        nothing,
        data(setup.agent(), claim, state));
  }

  /** Does the same for an ended run; it publishes nothing. */
  Activation bareEnded(Claim claim, RunSetup setup) {
    return bare(claim, setup, silent(claim, 0));
  }

  /**
   * An ended run with its values and messages, for its plugins. It publishes nothing and its state
   * changes are not stored.
   *
   * @throws StateException when stored state is unreadable, naming the key
   */
  Activation ended(Claim claim, RunSetup setup) {
    StateStore state = state(claim, setup.agent());
    var past = CommittedProgress.read(ports.stores().log(), claim.runId());
    Activation.Signals signals = silent(claim, past.lastSequence());
    RunHistory.Loaded history =
        histories.read(
            claim,
            state,
            List.of(),
            HistoryBudget.unlimited().take(0, signals.from().cancellation()));
    var run =
        new Activation(
            setup,
            identity(claim, setup.agent()),
            claim.fence(),
            signals,
            history,
            data(setup.agent(), claim, state));
    run.restore(past.steps(), false, past.usage(), List.of());
    return run;
  }

  private Activation.Signals silent(Claim claim, long lastSequence) {
    long epoch = claim.fence().epoch();
    var events = new RunEvents(EventSink.SILENT, EventTap.NONE, clock, epoch, lastSequence);
    return new Activation.Signals(new RunSignals(), events);
  }

  private static RunIdentity identity(Claim claim, ResolvedAgent agent) {
    return new RunIdentity(
        claim.fence().threadId(),
        claim.runId(),
        agent.spec().id(),
        claim.caller(),
        claim.lineage());
  }

  /** The values of the thread, and those of a resumed run. */
  private StateStore state(Claim claim, ResolvedAgent agent) {
    StoredState stored =
        claim.opening() == null
            ? ports.stores().threads().state(claim.fence().threadId(), claim.runId())
            : StoredState.NONE;
    StateStore state = PhaseRunner.newState(agent.env());
    state.restore(KeyScope.THREAD, stored.thread(), ports.settings().restoring());
    state.restore(KeyScope.RUN, stored.run(), ports.settings().restoring());
    return state;
  }

  /** Includes the shared values of the caller's tenant. */
  private Activation.PluginData data(ResolvedAgent agent, Claim claim, StateStore state) {
    var speakers = new Speakers(ports.stores().runs(), ports.stores().suspensions());
    String tenant = claim.caller().tenant();
    return new Activation.PluginData(
        state,
        ports
            .stores()
            .profile()
            .map(values -> new ProfileAccess(values, tenant, agent.env().profileNamespaces())),
        () -> speakers.of(claim.runId()));
  }

  private RunEvents events(
      Claim claim, long lastSequence, RunIdentity identity, ResolvedAgent agent) {
    long epoch = claim.fence().epoch();
    EventSink sink = ports.sinks().open(claim.runId(), epoch, lastSequence);
    EventTap tap = EventHooks.of(caller, identity, agent.env());
    return new RunEvents(sink, tap, clock, epoch, lastSequence, observer(identity));
  }

  private Consumer<AgentEvent> observer(RunIdentity run) {
    RunObserver observer = ports.observer();
    long since = observer.now();
    return observer == RunObserver.NONE ? null : event -> observer.published(run, event, since);
  }

  /** Closes a step whose answer was never committed; it is repeated with the same number. */
  private static void restore(Activation run, CommittedProgress past, List<CallState> calls) {
    boolean callsOpen = calls.stream().anyMatch(call -> !call.status().terminal());
    boolean unanswered = past.stepOpen() && !callsOpen;
    if (unanswered) {
      run.events().emit(new AgentEvent.StepEnd());
    }
    run.restore(
        unanswered ? past.steps() - 1 : past.steps(),
        past.stepOpen() && callsOpen,
        past.usage(),
        calls);
  }

  /** Only questions about calls without a result matter. */
  private List<SuspensionRecord> openQuestions(RunId runId, List<CallState> calls) {
    return calls.stream().allMatch(call -> call.status().terminal())
        ? List.of()
        : ports.stores().suspensions().ofRun(runId);
  }

  /** The first event of each run. */
  static AgentEvent runStart(Claim claim) {
    return RunStarts.of(
        claim.fence().threadId(), claim.runId(), claim.lineage(), claim.supersedes());
  }

  /**
   * Progress of a resumed run, from its committed events.
   *
   * @param lastSequence the last committed sequence number
   * @param steps steps started
   * @param stepOpen whether the last step has no end
   * @param usage tokens of all model calls
   */
  record CommittedProgress(long lastSequence, int steps, boolean stepOpen, Usage usage) {

    static final CommittedProgress NONE = new CommittedProgress(0, 0, false, Usage.NONE);

    private static final int PAGE = 50;

    static CommittedProgress read(EventLog log, RunId runId) {
      long last = 0;
      boolean open = false;
      var totals = new RunTotals();
      boolean more = true;
      while (more) {
        RunLogView page = log.view(runId, new Cursor(Long.MAX_VALUE, last), PAGE).orElse(null);
        more = page != null && page.more();
        for (Segment segment : page == null ? List.<Segment>of() : page.page()) {
          totals.add(segment.entries());
          open = openAfter(segment, open);
          last = segment.lastSequence();
        }
      }
      var usage = new Usage(totals.inputTokens(), totals.outputTokens(), totals.cost());
      return new CommittedProgress(last, totals.steps(), open, usage);
    }

    private static boolean openAfter(Segment segment, boolean before) {
      boolean open = before;
      for (Segment.Entry entry : segment.entries()) {
        switch (entry.event()) {
          case AgentEvent.StepStart start -> open = true;
          case AgentEvent.StepEnd end -> open = false;
          default -> {}
        }
      }
      return open;
    }
  }
}
