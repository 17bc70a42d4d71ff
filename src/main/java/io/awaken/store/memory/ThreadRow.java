package io.awaken.store.memory;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.MessageLog;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.event.ThreadLogView.Placed;
import io.awaken.core.store.thread.CutDecision;
import io.awaken.core.store.thread.CutDecision.Cut;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.store.memory.MemoryOutboxStore.OutboxRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A thread with its messages, media, log and slot. Guarded by the tables' lock. */
final class ThreadRow {
  final ThreadId id;
  final String tenant;
  final String owner;
  final Sharing sharing;
  final MessageLog messages = new MessageLog();

  /** The bytes of its messages and uploads. */
  long messageBytes;

  final Map<String, JsonNode> state = new HashMap<>();

  /** Media of its messages and uploads, by id. */
  final Map<String, MediaContent> media = new LinkedHashMap<>();

  /** Outbox entries, by id. */
  final Map<String, OutboxRow> outbox = new LinkedHashMap<>(0);

  /** Commits of its runs, in order. */
  final List<Placed> commits = new ArrayList<>();

  /** The place up to which retention deleted commits. */
  long eventsFloor;

  final long createdAt;

  private CurrentMessages current = CurrentMessages.ALL;

  /** The run of each message. */
  private final List<RunId> runs = new ArrayList<>();

  String title;
  String resourceId;
  ThreadId parentThreadId;
  private Map<String, Object> custom = Map.of();

  /** The executing job; null while the slot is free. */
  JobRow slot;

  /** Number of its queued jobs. */
  int queued;

  RunRow openRun;
  RunRow latestRun;
  long epoch;
  long generation;
  String commitId;
  long updatedAt;

  ThreadRow(NewThread made, long now) {
    id = made.id();
    tenant = made.tenant();
    owner = made.owner();
    sharing = made.sharing();
    title = made.title();
    resourceId = made.resourceId();
    parentThreadId = made.parentThreadId();
    createdAt = now;
    updatedAt = now;
  }

  /** Appends messages of a run. */
  void append(RunId run, List<Message> more) {
    messages.append(more);
    messageBytes += MessageBytes.of(more);
    more.forEach(message -> runs.add(run));
  }

  /** Supersedes messages, which stay stored. */
  void cut(Cut cut) {
    current = current.cut(cut, messages.size());
  }

  /** Decides whether and where a run may cut it; see {@link CutDecision#of}. */
  CutDecision decide(String messageId, boolean input) {
    return current.decide(messages.now(), messageId, input);
  }

  /**
   * Returns the runs whose messages a run that cut the thread reads again.
   *
   * @param input whether it adds messages; otherwise it answers the last one left
   */
  Set<RunId> runsReadAgain(Cut cut, boolean input) {
    var anew = new HashSet<RunId>();
    anew.add(runOf(cut.from()));
    if (!input) {
      anew.add(runOf(current.lastBefore(messages.now(), cut.from())));
    }
    return anew;
  }

  CurrentMessages current() {
    return current;
  }

  /** Returns the current messages, oldest first; unmodifiable. */
  List<Message> currentMessages() {
    return current.tail().superseded() > 0
        ? current.stretches(messages.size()).stream()
            .flatMap(
                stretch ->
                    messages
                        .now()
                        .subList((int) stretch.first() - 1, (int) stretch.last())
                        .stream())
            .toList()
        : messages.now();
  }

  /** Returns the run of a message; sequence numbers start at 1. */
  RunId runOf(long sequence) {
    return runs.get((int) sequence - 1);
  }

  /** Deletes a run's commits up to a sequence number. */
  void forget(RunId run, long sequence) {
    commits.stream()
        .filter(placed -> forgotten(placed, run, sequence))
        .mapToLong(Placed::place)
        .max()
        .ifPresent(place -> eventsFloor = Math.max(eventsFloor, place));
    commits.removeIf(placed -> forgotten(placed, run, sequence));
  }

  private static boolean forgotten(Placed placed, RunId run, long sequence) {
    return placed.runId().equals(run) && placed.segment().lastSequence() <= sequence;
  }

  void change(ThreadPatch patch, long now) {
    title = patch.title().over(title);
    resourceId = patch.resourceId().over(resourceId);
    parentThreadId = patch.parentThreadId().over(parentThreadId);
    Map<String, Object> values = patch.custom().over(custom);
    custom = values == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(values));
    updatedAt = now;
  }

  boolean ownedBy(Fence fence) {
    return slot != null
        && slot.id.equals(fence.jobId())
        && slot.token.equals(fence.token())
        && epoch == fence.epoch();
  }

  /** Returns whether a job may take the slot: nothing executes and no other run is open. */
  boolean openTo(RunRow run) {
    return slot == null && (openRun == null || openRun == run);
  }

  ThreadAccess access() {
    return new ThreadAccess(tenant, owner, sharing);
  }

  /**
   * @param reader null for any
   */
  boolean readableBy(Caller reader) {
    return reader == null || access().allows(reader, ThreadAction.READ);
  }

  ThreadRecord toRecord() {
    return new ThreadRecord(
        id,
        tenant,
        owner,
        sharing,
        title,
        resourceId,
        parentThreadId,
        custom,
        slot == null ? null : slot.run.id,
        id(openRun),
        id(latestRun),
        latestRun == null ? null : latestRun.updatedAt,
        messages.size(),
        epoch,
        createdAt,
        updatedAt);
  }

  private static RunId id(RunRow run) {
    return run == null ? null : run.id;
  }

  /** Values of a new thread; all but id, tenant, owner and sharing may be null. */
  record NewThread(
      ThreadId id,
      String tenant,
      String owner,
      Sharing sharing,
      String title,
      String resourceId,
      ThreadId parentThreadId) {}
}
