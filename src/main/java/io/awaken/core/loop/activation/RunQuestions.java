package io.awaken.core.loop.activation;

import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Approver;
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

/** The questions of a run that its owner has read. Confined to the run's thread. */
public final class RunQuestions {

  private final Map<String, List<SuspensionRecord>> byCall = new HashMap<>();
  private final Map<String, List<NewSuspension>> asked = new HashMap<>();
  private final Set<String> ids = new HashSet<>();
  private final Set<SuspensionKey> closed = new HashSet<>();

  /** Replaces all questions with the stored ones. */
  public void read(List<SuspensionRecord> records) {
    byCall.clear();
    asked.clear();
    for (SuspensionRecord record : records) {
      byCall.computeIfAbsent(record.callId(), call -> new ArrayList<>(1)).add(record);
      ids.add(record.ticket().suspension().id());
    }
  }

  /** Reserves an id that no question of the run has. */
  public String take(String proposed, String callId, int ordinal) {
    String id = proposed == null ? "ask_" + callId : proposed;
    String numbered = ordinal == 1 ? id : id + "_" + ordinal;
    String free = ids.contains(numbered) ? numbered + "_" + callId : numbered;
    ids.add(free);
    return free;
  }

  /** Adds a question to the next commit. */
  public void ask(NewSuspension question) {
    asked.computeIfAbsent(question.callId(), id -> new ArrayList<>(1)).add(question);
  }

  /** Number of questions about a call. */
  public int count(String callId) {
    return of(callId).size() + asked.getOrDefault(callId, List.of()).size();
  }

  /** The stored questions about a call. */
  public List<SuspensionRecord> of(String callId) {
    return byCall.getOrDefault(callId, List.of());
  }

  /** The last stored question about a call, or null. */
  public SuspensionRecord last(String callId) {
    List<SuspensionRecord> all = of(callId);
    if (all.isEmpty()) {
      return null;
    }
    return all.stream().max(Comparator.comparingInt(record -> record.key().ordinal())).orElse(null);
  }

  /** Whether a decision is effective (features rows 123-124). */
  public boolean counts(SuspensionRecord record) {
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

  /** Number of runs that calls wait for. */
  public long waitingForRuns() {
    return openKinds().filter(kind -> kind == SuspensionKind.CHILD).count();
  }

  /** Whether the run waits for other runs or its tasks only: it continues without a person. */
  public boolean waitsForRunsOnly() {
    return openKinds().allMatch(kind -> kind == SuspensionKind.CHILD);
  }

  /** Whether runs that this run has started may be unfinished. */
  public boolean hasRuns() {
    return records()
            .anyMatch(each -> each.kind() == SuspensionKind.CHILD && each.decision() == null)
        || news().anyMatch(each -> each.kind() == SuspensionKind.CHILD);
  }

  private Stream<SuspensionKind> openKinds() {
    return Stream.concat(
        records().filter(this::open).map(SuspensionRecord::kind),
        news().filter(each -> !closed.contains(each.key())).map(NewSuspension::kind));
  }

  /** Ids of open questions to people. */
  public List<String> open() {
    Stream<SuspendTicket> stored =
        records()
            .filter(record -> open(record) && record.kind().ofPeople())
            .map(SuspensionRecord::ticket);
    Stream<SuspendTicket> fresh =
        news()
            .filter(each -> !closed.contains(each.key()) && each.kind().ofPeople())
            .map(NewSuspension::ticket);
    return Stream.concat(stored, fresh).map(ticket -> ticket.suspension().id()).toList();
  }

  private Stream<NewSuspension> news() {
    return asked.values().stream().flatMap(List::stream);
  }

  /** Unanswered questions of a run that ends. */
  public List<SuspensionKey> unanswered() {
    if (byCall.isEmpty() && asked.isEmpty()) {
      return List.of();
    }
    Stream<SuspensionKey> stored =
        records().filter(record -> !record.status().next().isEmpty()).map(SuspensionRecord::key);
    Stream<SuspensionKey> fresh = news().map(NewSuspension::key);
    return Stream.concat(stored, fresh).filter(key -> !closed.contains(key)).toList();
  }

  /** Unanswered questions of one call. */
  public List<SuspensionKey> unanswered(String callId) {
    return unanswered().stream().filter(key -> key.callId().equals(callId)).toList();
  }

  /** The approver named by the last question about a call; any caller by default. */
  public Approver approver(String callId) {
    return of(callId).stream()
        .map(record -> record.ticket().approver())
        .filter(approver -> !approver.equals(Approver.ANY_CALLER))
        .reduce((first, second) -> second)
        .orElse(Approver.ANY_CALLER);
  }

  /** Closes questions that were used or no longer need an answer. */
  public void close(List<SuspensionKey> keys) {
    closed.addAll(keys);
  }

  private Stream<SuspensionRecord> records() {
    return byCall.values().stream().flatMap(List::stream);
  }
}
