package io.awaken.core.loop;

import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.commit.CallState;
import io.awaken.core.event.RunEvents;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.phase.PhaseScope;
import io.awaken.core.plugin.HookContext;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.state.ProfileAccess;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where an activation of a run stands. Used by the run's own thread only.
 *
 * <p>Message ids follow from run, step and call alone: a repeated attempt gives the same, so that
 * an id somebody saw before a crash is the id that is stored after it.
 */
final class Activation {

  final ResolvedAgent agent;
  final RunIdentity identity;
  final CancellationToken cancellation;
  final RunEvents events;
  final CallIds callIds;
  final StateStore state;
  private final HookContexts contexts;
  private final List<Message> history;

  /** Calls of the current step without a result, in the model's order. */
  private final Map<String, CallState> openCalls = new LinkedHashMap<>();

  private Fence fence;
  private int step;
  private boolean stepOpen;
  private Usage usage = Usage.NONE;
  private String lastText;

  Activation(
      ResolvedAgent agent,
      RunIdentity identity,
      Fence fence,
      CancellationToken cancellation,
      RunEvents events,
      List<Message> history,
      HookContexts contexts) {
    this.agent = agent;
    this.identity = identity;
    this.fence = fence;
    this.cancellation = cancellation;
    this.events = events;
    this.history = new ArrayList<>(history);
    this.callIds = CallIds.of(history);
    this.contexts = contexts;
    this.state = contexts.state();
  }

  void restore(int step, boolean stepOpen, Usage usage, List<CallState> calls) {
    this.step = step;
    this.stepOpen = stepOpen;
    this.usage = usage;
    calls.stream()
        .filter(call -> !call.status().terminal())
        .forEach(call -> openCalls.put(call.callId(), call));
  }

  List<Message> history() {
    return history;
  }

  void append(List<Message> messages) {
    history.addAll(messages);
  }

  Fence fence() {
    return fence;
  }

  void advance(Fence next) {
    fence = next;
  }

  int step() {
    return step;
  }

  boolean stepOpen() {
    return stepOpen;
  }

  void beginStep() {
    step++;
    stepOpen = true;
  }

  void endStep() {
    stepOpen = false;
  }

  Usage usage() {
    return usage;
  }

  void used(TokenUsage more) {
    usage = usage.plus(more);
  }

  /** Text of the last answer, or null. */
  String lastText() {
    return lastText;
  }

  void answered(String text) {
    lastText = text;
  }

  /** Calls of the current step that have no result yet. */
  List<CallState> openCalls() {
    return List.copyOf(openCalls.values());
  }

  void update(CallState call) {
    if (call.status().terminal()) {
      openCalls.remove(call.callId());
    } else {
      openCalls.put(call.callId(), call);
    }
  }

  /** The run as a phase of its step sees it. */
  PhaseScope here() {
    return new RunScope(this, cancellation, null, null, null);
  }

  /** The run in the phases that follow an answer. */
  PhaseScope after(Message answer) {
    return new RunScope(this, cancellation, null, null, answer);
  }

  /** The run as a phase of a call sees it. */
  PhaseScope about(ToolCall call, ToolResult result) {
    return new RunScope(this, cancellation, call, result, null);
  }

  /** The run as a phase sees it that happens even when the run was asked to stop. */
  PhaseScope unstoppable() {
    return new RunScope(this, new CancellationToken(), null, null, null);
  }

  /** What parts of plugins get. */
  HookContext hook(Snapshot at) {
    return contexts.of(this, at);
  }

  /** Shared values, if the runtime keeps any. */
  Optional<ProfileAccess> profile() {
    return contexts.profile();
  }

  /** The id of the current step's answer. */
  String stepMessageId() {
    return identity.runId() + "-" + step;
  }

  /** The id of the message that answers a call. */
  String resultMessageId(String callId) {
    return identity.runId() + "-" + step + "-" + callId;
  }

  MessageMetadata metadata() {
    return new MessageMetadata(identity.runId().value(), step, identity.agentId());
  }
}
