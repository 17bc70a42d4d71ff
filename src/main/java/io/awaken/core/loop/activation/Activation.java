package io.awaken.core.loop.activation;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.WorkingAgent;
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
import io.awaken.core.state.StateStore;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.store.run.CallState;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.GivenDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where an activation of a run stands. Used by the run's own thread only.
 *
 * <p>Message ids follow from run, step and call alone: a repeated attempt gives the same, so that
 * an id that readers saw before a crash is the id that is stored after it.
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
  private final EndedParts end = new EndedParts();
  private final RunQuestions questions = new RunQuestions();
  private final ContextOverflow overflow = new ContextOverflow();
  private final UnfinishedAnswer unfinished = new UnfinishedAnswer();
  private final RunSetup setup;
  private final StateStore state;
  private final PhaseScope here;

  private final OpenCalls openCalls = new OpenCalls();
  private RunIdentity identity;
  private WorkingAgent working = WorkingAgent.OWN;
  private ResolvedAgent agent;
  private HookContexts contexts;
  private final RunHistory history;
  private Fence fence;
  private int step;
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
      LoadedHistory said,
      HookContexts contexts) {
    this.setup = setup;
    this.agent = setup.agent();
    this.identity = identity;
    this.fence = fence;
    this.cancellation = signals.from().cancellation();
    this.inbox = signals.from().inbox();
    this.lease = signals.from().lease();
    this.events = signals.events();
    this.history = new RunHistory(said);
    this.callIds = CallIds.of(history, fence.runId().value(), said.callIds());
    this.contexts = contexts;
    this.state = contexts.state();
    this.here = RunScope.of(this, cancellation, null, null, null);
  }

  /**
   * What goes to and comes from outside.
   *
   * @param from how others reach the run
   * @param events what it tells the world
   */
  public record Signals(RunSignals from, RunEvents events) {}

  /** Puts the activation where the last commit of an earlier one left the run. */
  public void restore(int step, boolean stepOpen, Usage usage, List<CallState> calls) {
    this.continued = true;
    this.step = step;
    this.stepOpen = stepOpen;
    this.usage = usage;
    calls.forEach(openCalls::update);
    lastText = history.lastText(identity.runId());
    answer = stepOpen ? history.find(stepMessageId()) : null;
  }

  /** Is cancelled when the run shall stop. */
  public CancellationToken cancellation() {
    return cancellation;
  }

  /** Is raised when something was stored for the run: a message, a decision. */
  public InboxSignal inbox() {
    return inbox;
  }

  /** Says whether this node still owns the run. */
  public Lease lease() {
    return lease;
  }

  /** Publishes the events of the run. */
  public RunEvents events() {
    return events;
  }

  /** Publishes the result of a call, and returns it as plugins left it. */
  public ToolResult tell(AgentEvent.ToolCallDone done) {
    return events.emit(done) instanceof AgentEvent.ToolCallDone published
        ? published.result()
        : done.result();
  }

  /** Publishes what hooks emit. */
  HookEvents emitter() {
    return emitter;
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

  public EndedParts end() {
    return end;
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

  /** Whether an earlier activation of the run has committed something. */
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

  /** Who is at work, as the state says it. */
  public WorkingAgent working() {
    return working;
  }

  /** Another agent goes on from here. */
  public void become(WorkingAgent next, ResolvedAgent resolved, EventTap tap) {
    working = next;
    agent = resolved;
    identity = identity.of(resolved.spec().id());
    contexts = contexts.of(resolved);
    events.tap(tap);
  }

  public RunIdentity identity() {
    return identity;
  }

  public StateStore state() {
    return state;
  }

  /** Unmodifiable; an answer that is not committed yet is not in it. */
  public List<Message> history() {
    return history.now();
  }

  /** The window onto the thread that the run holds. */
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
    stepOpen = true;
    answer = null;
  }

  /** The state that the current step began with, which a repetition of it begins with again. */
  Snapshot beforeStep() {
    return beforeStep;
  }

  public void endStep() {
    stepOpen = false;
  }

  /** Why the run shall end at its next boundary; null while it goes on. */
  public TerminationReason ending() {
    return state.snapshot().getOrInitial(RuntimeKeys.RUN_LIFECYCLE).ending();
  }

  /**
   * Whether the run executes and asks nothing more. A limit in contrast lets the step go to its end
   * (features row 143).
   */
  public boolean endsAtOnce() {
    TerminationReason reason = ending();
    return reason != null && !(reason instanceof TerminationReason.Stopped);
  }

  /** The run shall end at its next boundary; the first reason stays. */
  public void endBecause(TerminationReason reason) {
    state.commit(MutationBatch.anywhere().update(RuntimeKeys.RUN_LIFECYCLE, reason));
  }

  Usage usage() {
    return usage;
  }

  public void used(TokenUsage more, TokenUsage answer) {
    usage = usage.plus(more);
    lastUsage = answer;
  }

  /** Of the last answer with all its continuations; null before the first. */
  public TokenUsage lastUsage() {
    return lastUsage;
  }

  /** The tools that the model was told of in this step. */
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

  /** Calls of the current step that have no result yet. */
  public OpenCalls openCalls() {
    return openCalls;
  }

  /** The run as a phase of its step sees it. */
  public PhaseScope here() {
    return answer == null ? here : RunScope.of(this, cancellation, null, null, answer);
  }

  /** The run in the phase that follows an answer. */
  public PhaseScope after(Message given) {
    answer = given;
    return here();
  }

  /** The run as a phase of a call sees it. */
  public PhaseScope about(ToolCall call, ToolResult result) {
    return RunScope.of(this, cancellation, call, result, answer);
  }

  /**
   * The run as gates and hooks see it about a call that was decided on.
   *
   * @param decision the last decision; null when there is none
   * @param gates decisions on the questions of gates, by plugin
   */
  public PhaseScope asking(ToolCall call, Decision decision, Map<String, GivenDecision> gates) {
    return new RunScope(this, cancellation, call, null, answer, decision, gates);
  }

  /** The run as a phase sees it that happens even when the run was asked to stop. */
  public PhaseScope unstoppable() {
    return RunScope.of(this, new CancellationToken(), null, null, null);
  }

  /** What parts of plugins get now. */
  public HookContext hook() {
    return hook(state.snapshot(), cancellation);
  }

  /** What parts of plugins get on a state. */
  public HookContext hook(Snapshot at, CancellationToken stops) {
    return contexts.of(this, at, stops);
  }

  /** How many calls the step's answer has. */
  public int callsOfStep() {
    return answer == null ? 0 : answer.toolCalls().size();
  }

  /** Shared values, if the runtime keeps any. */
  public Optional<ProfileAccess> profile() {
    return contexts.profile();
  }

  /** The id of the current step's answer. */
  public String stepMessageId() {
    return identity.runId() + "-" + step;
  }

  /** The id of the message that answers a call. */
  public String resultMessageId(String callId) {
    return identity.runId() + "-" + step + "-" + callId;
  }

  /** Messages that a plugin brought, with ids of this run. */
  public List<Message> identified(List<Message> messages) {
    var identified = new ArrayList<Message>(messages.size());
    for (Message message : messages) {
      String id = identity.runId() + "-" + step + "-in-" + ++inserted;
      identified.add(message.withId(id));
    }
    return identified;
  }

  public MessageMetadata metadata() {
    return new MessageMetadata(identity.runId().value(), step, identity.agentId());
  }
}
