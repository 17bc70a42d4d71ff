package io.awaken.core.loop.activation;

import io.awaken.core.store.suspension.NewSuspension;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Approver;
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
public final class RunQuestions {

  private final Map<String, List<SuspensionRecord>> byCall = new HashMap<>();
  private final Map<String, List<NewSuspension>> asked = new HashMap<>();
  private final Set<String> ids = new HashSet<>();
  private final Set<SuspensionKey> closed = new HashSet<>();

  /** Takes the store's word for everything that was committed. */
  public void read(List<SuspensionRecord> records) {
    byCall.clear();
    asked.clear();
    for (SuspensionRecord record : records) {
      byCall.computeIfAbsent(record.callId(), call -> new ArrayList<>(1)).add(record);
      ids.add(record.ticket().suspension().id());
    }
  }

  /** An id that no question of the run has yet; from now on it is taken. */
  public String take(String wanted, String callId, int ordinal) {
    String id = wanted == null ? "ask_" + callId : wanted;
    String numbered = ordinal == 1 ? id : id + "_" + ordinal;
    String free = ids.contains(numbered) ? numbered + "_" + callId : numbered;
    ids.add(free);
    return free;
  }

  /** A question that the next commit stores. */
  public void ask(NewSuspension question) {
    asked.computeIfAbsent(question.callId(), id -> new ArrayList<>(1)).add(question);
  }

  /** How many questions there are about a call. */
  public int count(String callId) {
    return of(callId).size() + asked.getOrDefault(callId, List.of()).size();
  }

  /** The stored questions about a call. */
  public List<SuspensionRecord> of(String callId) {
    return byCall.getOrDefault(callId, List.of());
  }

  /** The last question about a call, as stored; null when there is none. */
  public SuspensionRecord last(String callId) {
    return of(callId).stream()
        .max(Comparator.comparingInt(record -> record.key().ordinal()))
        .orElse(null);
  }

  /** Whether a decision may be acted on (features rows 123-124). */
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

  /** Questions that a run which ends leaves without an answer. */
  public List<SuspensionKey> unanswered() {
    Stream<SuspensionKey> stored =
        records().filter(record -> !record.status().next().isEmpty()).map(SuspensionRecord::key);
    Stream<SuspensionKey> fresh =
        asked.values().stream().flatMap(List::stream).map(NewSuspension::key);
    return Stream.concat(stored, fresh).filter(key -> !closed.contains(key)).toList();
  }

  /** The same of one call. */
  public List<SuspensionKey> unanswered(String callId) {
    return unanswered().stream().filter(key -> key.callId().equals(callId)).toList();
  }

  /** The approver that the last question about a call named; anybody when none did. */
  public Approver approver(String callId) {
    return of(callId).stream()
        .map(record -> record.ticket().approver())
        .filter(approver -> !approver.equals(Approver.ANYBODY))
        .reduce((first, second) -> second)
        .orElse(Approver.ANYBODY);
  }

  /** Questions that were acted on, or need no answer any more. */
  public void close(List<SuspensionKey> keys) {
    closed.addAll(keys);
  }

  private Stream<SuspensionRecord> records() {
    return byCall.values().stream().flatMap(List::stream);
  }
}
