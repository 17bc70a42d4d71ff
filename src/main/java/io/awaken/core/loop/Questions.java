package io.awaken.core.loop;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.commit.NewSuspension;
import io.awaken.core.commit.SuspensionKey;
import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.ArgumentsHash;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The questions of a run, as far as its owner knows. Used by the run's own thread only. */
final class Questions {

  private final Map<String, List<SuspensionRecord>> byCall = new HashMap<>();
  private final Map<String, List<NewSuspension>> asked = new HashMap<>();
  private final Set<String> ids = new HashSet<>();
  private final Set<SuspensionKey> closed = new HashSet<>();

  /** Takes the store's word for everything that was committed. */
  void read(List<SuspensionRecord> records) {
    byCall.clear();
    asked.clear();
    for (SuspensionRecord record : records) {
      byCall.computeIfAbsent(record.callId(), call -> new ArrayList<>(1)).add(record);
      ids.add(record.ticket().suspension().id());
    }
  }

  /** A new question about a call, under an id that is unique in the run. */
  NewSuspension ask(
      RunIdentity run, PreparedCall call, CallOutcome.Suspended question, boolean batch) {
    String callId = call.state().callId();
    int ordinal = count(callId) + 1;
    SuspendTicket ticket =
        withSchema(call, question.ticket())
            .withId(unique(question.ticket().suspension().id(), callId, ordinal))
            .about(new PendingCall(callId, call.state().toolName(), call.state().arguments()));
    var suspension =
        new NewSuspension(
            run,
            callId,
            ordinal,
            question.kind(),
            question.askedBy(),
            ticket,
            hash(call, call.state().arguments()),
            batch);
    asked.computeIfAbsent(callId, id -> new ArrayList<>(1)).add(suspension);
    return suspension;
  }

  /** Whoever gives other arguments is held to the tool's schema, unless the ticket has its own. */
  private static SuspendTicket withSchema(PreparedCall call, SuspendTicket ticket) {
    boolean own =
        ticket.resumeMode() != ResumeMode.PASS_DECISION_TO_TOOL
            || ticket.suspension().responseSchema() != null
            || call.tool() == null;
    return own ? ticket : ticket.with(ticket.suspension().withResponseSchema(parameters(call)));
  }

  private String unique(String wanted, String callId, int ordinal) {
    String id = wanted == null ? "ask_" + callId : wanted;
    String numbered = ordinal == 1 ? id : id + "_" + ordinal;
    String free = ids.contains(numbered) ? numbered + "_" + callId : numbered;
    ids.add(free);
    return free;
  }

  private int count(String callId) {
    return byCall.getOrDefault(callId, List.of()).size()
        + asked.getOrDefault(callId, List.of()).size();
  }

  /** The last question about a call, as stored; null when there is none. */
  SuspensionRecord last(String callId) {
    return byCall.getOrDefault(callId, List.of()).stream()
        .max(Comparator.comparingInt(record -> record.key().ordinal()))
        .orElse(null);
  }

  /** Whether a decision may be acted on (features rows 123-124). */
  boolean counts(SuspensionRecord record) {
    return record != null
        && record.status() == SuspensionStatus.DECIDED
        && !closed.contains(record.key())
        && (!record.batch() || !anyOpen());
  }

  private boolean anyOpen() {
    return !asked.isEmpty() || records().anyMatch(this::open);
  }

  private boolean open(SuspensionRecord record) {
    return record.status() == SuspensionStatus.OPEN && !closed.contains(record.key());
  }

  /** Questions that a run which ends leaves without an answer. */
  List<SuspensionKey> unanswered() {
    Stream<SuspensionKey> stored =
        records().filter(record -> !record.status().next().isEmpty()).map(SuspensionRecord::key);
    Stream<SuspensionKey> fresh =
        asked.values().stream().flatMap(List::stream).map(NewSuspension::key);
    return Stream.concat(stored, fresh).filter(key -> !closed.contains(key)).toList();
  }

  /** The same of one call. */
  List<SuspensionKey> unanswered(String callId) {
    return unanswered().stream().filter(key -> key.callId().equals(callId)).toList();
  }

  /** Who had to decide about a call so far; anybody when nobody in particular. */
  Approver approver(String callId) {
    return byCall.getOrDefault(callId, List.of()).stream()
        .map(record -> record.ticket().approver())
        .filter(approver -> !approver.equals(Approver.ANYBODY))
        .reduce((first, second) -> second)
        .orElse(Approver.ANYBODY);
  }

  /** Questions that were acted on, or need no answer any more. */
  void close(List<SuspensionKey> keys) {
    closed.addAll(keys);
  }

  private Stream<SuspensionRecord> records() {
    return byCall.values().stream().flatMap(List::stream);
  }

  /** What holds for a call with the arguments that it has now. */
  Approval approval(PreparedCall call) {
    var gates = new HashMap<String, GivenDecision>();
    SuspensionRecord latest = null;
    GivenDecision answer = null;
    for (SuspensionRecord record : byCall.getOrDefault(call.state().callId(), List.of())) {
      if (toldToTool(record, call)) {
        answer = given(record);
      }
      if (holds(record, call)) {
        latest = record;
        answer = record.kind() == SuspensionKind.INPUT ? given(record) : answer;
        if (record.kind() == SuspensionKind.APPROVAL && record.askedBy() != null) {
          gates.put(record.askedBy(), given(record));
        }
      }
    }
    if (latest == null && answer == null) {
      return Approval.NONE;
    }
    return new Approval(latest == null ? null : latest.decision(), gates, answer);
  }

  private static GivenDecision given(SuspensionRecord record) {
    return new GivenDecision(record.decision(), record.ticket());
  }

  /** Whether a tool asks that hears every answer; a gate that asks so is answered as any gate. */
  static boolean isOfTool(SuspensionRecord record) {
    return record.kind() == SuspensionKind.INPUT
        && record.ticket().resumeMode() == ResumeMode.ANSWER_TOOL;
  }

  /** What the tool that asked wants to hear, also a no. */
  private static boolean toldToTool(SuspensionRecord record, PreparedCall call) {
    return isOfTool(record)
        && record.decision() != null
        && record.status() != SuspensionStatus.CANCELLED
        && hash(call, call.state().arguments()).equals(record.argumentsHash());
  }

  private static boolean holds(SuspensionRecord record, PreparedCall call) {
    boolean resumes =
        record.decision() != null
            && record.decision().action() == DecisionAction.RESUME
            && record.status() != SuspensionStatus.CANCELLED;
    if (!resumes) {
      return false;
    }
    String now = hash(call, call.state().arguments());
    boolean edited =
        record.ticket().resumeMode() == ResumeMode.PASS_DECISION_TO_TOOL
            && record.decision().result() != null
            && now.equals(hash(call, record.decision().result()))
            // What was edited is what was asked about, of a tool that takes the same arguments.
            && hash(call, record.ticket().pending().arguments()).equals(record.argumentsHash());
    return edited || now.equals(record.argumentsHash());
  }

  private static String hash(PreparedCall call, JsonNode arguments) {
    return ArgumentsHash.of(call.state().toolName(), arguments, parameters(call));
  }

  private static JsonNode parameters(PreparedCall call) {
    return call.tool() == null ? null : call.tool().descriptor().parameters();
  }
}
