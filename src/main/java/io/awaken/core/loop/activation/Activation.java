package io.awaken.core.loop.activation;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.WorkingAgent;
import io.awaken.core.agent.RegisteredModels;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventTap;
import io.awaken.core.event.RunEvents;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.phase.PhaseScope;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.InboxSignal;
import io.awaken.core.run.Lease;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.RunSignals;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.state.MutationBatch;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.StateStore;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.store.run.CallState;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.GivenDecision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The state of one activation of a run. Confined to the run's thread.
 *
 * <p>Message ids depend on run, step and call only, so a repeated attempt gives a message the id
 * that readers saw before a crash.
 */
public final class Activation {

  private final CancellationToken cancellation;
  private final InboxSignal inbox;
  private final Lease lease;
  private final RunEvents events;
  private final HookEvents emitter = new HookEvents(this);
  private final ClientState clientState = new ClientState(this);
  private final CallIds callIds;
  private final PendingResults pending = new PendingResults();
  private final RunEffects effects = new RunEffects();
  private final RunQuestions questions = new RunQuestions();
  private final ContextOverflow overflow = new ContextOverflow();
  private final UnfinishedAnswer unfinished = new UnfinishedAnswer();
  private final RunSetup setup;
  private final StateStore state;
  private final PhaseScope here;

  /** Calls of the current step without a result, in the model's order. */
  private final Map<String, CallState> openCalls = new LinkedHashMap<>(0);

  private final Supplier<Set<String>> speakers;
  private RunIdentity identity;
  private WorkingAgent working = WorkingAgent.OWN;
  private ResolvedAgent agent;
  private Optional<ProfileAccess> profile;
  private boolean agentEnded;
  private boolean runEnded;
  private final RunHistory history;
  private Fence fence;
  private int step;
  private String stepMessageId;
  private PhaseScope scope;
  private Snapshot beforeStep;
  private boolean stepOpen;
  private boolean continued;
  private int inserted;
  private Usage usage = Usage.NONE;
  private TokenUsage lastUsage;
  private ToolOffer offer = ToolOffer.all(List.of());
  private String lastText;
  private Message answer;

  public Activation(
      RunSetup setup,
      RunIdentity identity,
      Fence fence,
      Signals signals,
      RunHistory.Loaded loaded,
      PluginData data) {
    this.setup = setup;
    this.agent = setup.agent();
    this.identity = identity;
    this.fence = fence;
    this.cancellation = signals.from().cancellation();
    this.inbox = signals.from().inbox();
    this.lease = signals.from().lease();
    this.events = signals.events();
    this.history = new RunHistory(loaded);
    this.callIds = CallIds.of(history, fence.runId().value(), loaded.callIds());
    this.state = data.state();
    this.profile = data.profile();
    this.speakers = data.speakers();
    this.here = RunScope.of(this, cancellation, null, null, null);
    this.scope = here;
    this.stepMessageId = messageId(0);
  }

  /**
   * Signals to and events from the run.
   *
   * @param from signals to the run
   * @param events published events
   */
  public record Signals(RunSignals from, RunEvents events) {}

  /**
   * What plugins and tools of a run may read.
   *
   * @param state the run's state
   * @param profile shared values, if the runtime stores any
   * @param speakers the callers who sent messages to the run, according to the store
   */
  public record PluginData(
      StateStore state, Optional<ProfileAccess> profile, Supplier<Set<String>> speakers) {}

  /** Restores the last commit of an earlier activation. */
  public void restore(int step, boolean stepOpen, Usage usage, List<CallState> calls) {
    this.continued = true;
    this.step = step;
    this.stepOpen = stepOpen;
    this.usage = usage;
    calls.forEach(this::update);
    lastText = history.lastText(identity.runId());
    stepMessageId = messageId(step);
    answeredWith(stepOpen ? history.find(stepMessageId) : null);
  }

  /** Cancelled when the run must stop. */
  public CancellationToken cancellation() {
    return cancellation;
  }

  /** Signalled when a message or decision was stored for the run. */
  public InboxSignal inbox() {
    return inbox;
  }

  /** Whether this node still owns the run. */
  public Lease lease() {
    return lease;
  }

  /** Publishes the events of the run. */
  public RunEvents events() {
    return events;
  }

  /** Publishes the result of a call and returns it as changed by plugins. */
  public ToolResult publishResult(AgentEvent.ToolCallDone done) {
    return events.emit(done) instanceof AgentEvent.ToolCallDone published
        ? published.result()
        : done.result();
  }

  public ClientState clientState() {
    return clientState;
  }

  public CallIds callIds() {
    return callIds;
  }

  public PendingResults pending() {
    return pending;
  }

  public RunEffects effects() {
    return effects;
  }

  /** True the first time in this activation: the agent's end is announced once. */
  public boolean enterAgentEnd() {
    boolean first = !agentEnded;
    agentEnded = true;
    return first;
  }

  /** True the first time in this activation: RunEnd happens once. */
  public boolean enterRunEnd() {
    boolean first = !runEnded;
    runEnded = true;
    return first;
  }

  public RunQuestions questions() {
    return questions;
  }

  public ContextOverflow overflow() {
    return overflow;
  }

  public UnfinishedAnswer unfinished() {
    return unfinished;
  }

  /** Whether an earlier activation has committed anything. */
  public boolean continued() {
    return continued;
  }

  public ResolvedAgent agent() {
    return agent;
  }

  /** What the run was started with. */
  public RunSetup setup() {
    return setup;
  }

  /** The current agent according to the state. */
  public WorkingAgent working() {
    return working;
  }

  /** Replaces the current agent. */
  public void become(WorkingAgent next, ResolvedAgent resolved, EventTap tap) {
    working = next;
    agent = resolved;
    identity = identity.of(resolved.spec().id());
    profile = profile.map(access -> access.of(resolved.env().profileNamespaces()));
    events.tap(tap);
  }

  public RunIdentity identity() {
    return identity;
  }

  public StateStore state() {
    return state;
  }

  /** A value of the state, or the key's initial one. */
  public <T> T value(StateKey<T, ?> key) {
    return state.snapshot().getOrInitial(key);
  }

  /** Updates one value of the state; the next commit stores it. */
  public <T, U> void update(StateKey<T, U> key, U change) {
    state.commit(MutationBatch.anywhere().update(key, change));
  }

  /** The parts of the current agent's plugins at a point, in calling order. */
  public <T> List<Registered<T>> parts(ExtensionPoint<T> point) {
    return agent.env().at(point);
  }

  /** Unmodifiable; excludes an uncommitted answer. */
  public List<Message> history() {
    return history.now();
  }

  /** The loaded window of the thread. */
  public RunHistory window() {
    return history;
  }

  void append(List<Message> messages) {
    history.append(messages);
  }

  public Fence fence() {
    return fence;
  }

  void advance(Fence next) {
    fence = next;
  }

  public int step() {
    return step;
  }

  public boolean stepOpen() {
    return stepOpen;
  }

  public void beginStep() {
    beforeStep = state.snapshot();
    effects.beginStep();
    unfinished.forget();
    step++;
    stepMessageId = messageId(step);
    stepOpen = true;
    answeredWith(null);
  }

  /** The state at the start of the current step, from which a repetition of the step starts. */
  Snapshot beforeStep() {
    return beforeStep;
  }

  /** Updates a value that a repetition of the current step starts with, too. */
  public <T, U> void updateForRepetition(StateKey<T, U> key, U change) {
    update(key, change);
    beforeStep = state.with(beforeStep, MutationBatch.anywhere().update(key, change));
  }

  public void endStep() {
    stepOpen = false;
  }

  /** Why the run must end at its next boundary, or null. */
  public TerminationReason ending() {
    return value(RuntimeKeys.RUN_LIFECYCLE).ending();
  }

  /**
   * Whether the run must stop executing calls and asking the model. A limit, in contrast, lets the
   * step complete (features row 143).
   */
  public boolean endsAtOnce() {
    TerminationReason reason = ending();
    return reason != null && !(reason instanceof TerminationReason.Stopped);
  }

  /** Ends the run at its next boundary; the first reason wins. */
  public void endBecause(TerminationReason reason) {
    update(RuntimeKeys.RUN_LIFECYCLE, reason);
  }

  Usage usage() {
    return usage;
  }

  public void used(TokenUsage more, TokenUsage answer) {
    usage = usage.plus(more);
    lastUsage = answer;
  }

  /** Usage of the last answer with its continuations; null before the first. */
  public TokenUsage lastUsage() {
    return lastUsage;
  }

  /** The tools offered to the model in this step. */
  public ToolOffer offer() {
    return offer;
  }

  public void offered(ToolOffer tools) {
    offer = tools;
  }

  /** Text of the last answer, or null. */
  String lastText() {
    return lastText;
  }

  void answered(String text) {
    lastText = text;
  }

  /** Calls of the current step without a result, in the model's order. */
  public List<CallState> openCalls() {
    return List.copyOf(openCalls.values());
  }

  /** Stores the new state of a call; forgets a call with a result. */
  public void update(CallState call) {
    if (call.status().terminal()) {
      openCalls.remove(call.callId());
    } else {
      openCalls.put(call.callId(), call);
    }
  }

  /** The scope of a phase of the step. */
  public PhaseScope here() {
    return scope;
  }

  /** The scope of the phase after an answer. */
  public PhaseScope after(Message given) {
    answeredWith(given);
    return scope;
  }

  private void answeredWith(Message given) {
    answer = given;
    scope = given == null ? here : RunScope.of(this, cancellation, null, null, given);
  }

  /** The scope of a phase of a call. */
  public PhaseScope about(ToolCall call, ToolResult result) {
    return RunScope.of(this, cancellation, call, result, answer);
  }

  /**
   * The scope of gates and hooks for a call with decisions.
   *
   * @param decision the last decision, or null
   * @param gates decisions on the questions of gates, by plugin
   */
  public PhaseScope asking(ToolCall call, Decision decision, Map<String, GivenDecision> gates) {
    return new RunScope(this, cancellation, call, null, answer, decision, gates);
  }

  /** The scope of a phase that must also happen in a cancelled run. */
  public PhaseScope unstoppable() {
    return RunScope.of(this, new CancellationToken(), null, null, null);
  }

  /** The current context for plugins. */
  public HookContext hook() {
    return hook(state.snapshot(), cancellation);
  }

  /** The context for plugins on a given state. */
  public HookContext hook(Snapshot at, CancellationToken stops) {
    return new HookContext(
        identity,
        agent.spec(),
        step,
        history.now(),
        at,
        agent.sections(),
        profile,
        stops,
        agent.descriptors(),
        speakers,
        emitter,
        new RegisteredModels(setup.registry(), stops),
        setup.overrides(agent));
  }

  /** The number of calls in the step's answer. */
  public int callsOfStep() {
    return answer == null ? 0 : answer.toolCalls().size();
  }

  /** Shared values, if the runtime stores any. */
  public Optional<ProfileAccess> profile() {
    return profile;
  }

  /** The id of the current step's answer. */
  public String stepMessageId() {
    return stepMessageId;
  }

  private String messageId(int ofStep) {
    return fence.runId().value() + "-" + ofStep;
  }

  /** The id of the message with a call's result. */
  public String resultMessageId(String callId) {
    return stepMessageId + "-" + callId;
  }

  /** Messages of a plugin, with ids of this run. */
  public List<Message> identified(List<Message> messages) {
    var identified = new ArrayList<Message>(messages.size());
    for (Message message : messages) {
      String id = stepMessageId + "-in-" + ++inserted;
      identified.add(message.withId(id));
    }
    return identified;
  }

  public MessageMetadata metadata() {
    return new MessageMetadata(identity.runId().value(), step, identity.agentId());
  }
}
