package io.awaken.store.memory;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.suspension.SuspensionRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A run, its calls and its events. Guarded by the tables' lock. */
final class RunRow {
  final RunId id;
  final ThreadRow thread;
  final Caller caller;
  final RunSpec spec;
  final Map<String, CallState> calls = new LinkedHashMap<>();
  final List<Segment> segments = new ArrayList<>();
  final Map<String, JsonNode> state = new HashMap<>();
  final RunSuspensions questions = new RunSuspensions();

  /** The last event that was purged. */
  Cursor eventsFloor = Cursor.START;

  /** Unread messages in order of arrival. */
  final List<Submission> inbox = new ArrayList<>(0);

  /** Its speakers; the first is its own subject. */
  final Set<String> senders = new HashSet<>(2);

  /** Who wants to hear of it, by their keys. */
  final Map<String, PushTarget> targets = new TreeMap<>();

  private final long generation;

  /** Its current or last job. */
  JobId jobId;

  /** The pinned document; null for none. */
  String resolution;

  final long createdAt;
  RunStatus status = RunStatus.CREATED;
  boolean cancelRequested;
  private long cancelRequestedAt;
  long updatedAt;

  /** Remaining milliseconds at its last execution; null before the first. */
  Long timeLeft;

  RunOutcome outcome;
  private Long startedAt;
  private Long finishedAt;

  RunRow(ThreadRow thread, Submission submission, long now) {
    this.id = submission.runId();
    this.thread = thread;
    this.caller = submission.caller();
    this.senders.add(caller.subject());
    this.spec = submission.spec();
    this.jobId = submission.jobId();
    this.generation = thread.generation;
    this.createdAt = now;
    this.updatedAt = now;
  }

  /** Copies the speakers of another run, whose messages this one reads or answers. */
  void copySpeakersOf(RunRow other) {
    senders.addAll(other.senders);
    other.questions.all().stream()
        .filter(SuspensionRecord::addsText)
        .forEach(question -> senders.add(question.decidedBy()));
  }

  void start(long now) {
    status = RunStatus.RUNNING;
    startedAt = startedAt == null ? Long.valueOf(now) : startedAt;
    updatedAt = now;
  }

  boolean begun() {
    return startedAt != null;
  }

  /** Returns whether a caller can see it. */
  boolean seenBy(Caller by) {
    return by.sees(caller.tenant(), caller.subject());
  }

  void requestCancel(long now) {
    cancelRequestedAt = cancelRequested ? cancelRequestedAt : now;
    cancelRequested = true;
  }

  boolean cancelRequestedBy(long time) {
    return cancelRequested && cancelRequestedAt <= time;
  }

  void park(long now, long left) {
    status = RunStatus.WAITING;
    timeLeft = left;
    updatedAt = now;
  }

  boolean timeUsedUp() {
    return timeLeft != null && timeLeft <= 0;
  }

  void end(RunOutcome how, long now) {
    status = RunStatus.DONE;
    outcome = how;
    finishedAt = now;
    updatedAt = now;
  }

  long lastSequence() {
    return segments.isEmpty() ? eventsFloor.sequence() : segments.getLast().lastSequence();
  }

  boolean doneBefore(long time) {
    return finishedAt != null && finishedAt < time;
  }

  /** Returns whether it has messages besides those with these ids. */
  boolean unread(List<String> consumed) {
    return inbox.stream().anyMatch(sent -> !consumed.contains(sent.runId().value()));
  }

  /** Returns whether it does nothing without an external action. */
  boolean isSettled() {
    return questions.counts().settled(status);
  }

  RunRecord toRecord() {
    return new RunRecord(
        id,
        thread.id,
        caller,
        spec.shown(),
        jobId,
        generation,
        status,
        outcome == null ? null : outcome.termination(),
        outcome == null ? null : outcome.finalOutput(),
        outcome == null ? 0 : outcome.steps(),
        outcome == null ? 0 : outcome.inputTokens(),
        outcome == null ? 0 : outcome.outputTokens(),
        outcome == null ? null : outcome.cost(),
        createdAt,
        startedAt,
        finishedAt,
        updatedAt,
        resolution,
        thread.access());
  }
}
