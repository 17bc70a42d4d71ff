package io.awaken.store.memory;

import io.awaken.core.decision.QuestionCounts;
import io.awaken.core.store.suspension.SuspensionChanges;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The suspensions of one run in the order in which they were opened. Guarded by the tables' lock.
 */
final class RunSuspensions {
  private Map<SuspensionKey, SuspensionRecord> rows = new LinkedHashMap<>();

  List<SuspensionRecord> all() {
    return List.copyOf(rows.values());
  }

  SuspensionRecord find(SuspensionKey key) {
    return rows.get(key);
  }

  void put(SuspensionRecord row) {
    rows.put(row.key(), row);
  }

  void write(SuspensionChanges changes, long now) {
    if (!changes.isEmpty()) {
      rows = after(changes, now);
    }
  }

  /** Cancels the open suspensions. */
  void cancel() {
    rows.replaceAll(
        (key, row) ->
            row.status().next().contains(SuspensionStatus.CANCELLED)
                ? row.with(SuspensionStatus.CANCELLED)
                : row);
  }

  /** Returns whether a decision is not consumed yet. */
  boolean anyDecided() {
    return rows.values().stream().anyMatch(row -> row.status() == SuspensionStatus.DECIDED);
  }

  QuestionCounts counts() {
    return QuestionCounts.of(rows.values());
  }

  /** Returns the counts after these changes. */
  QuestionCounts counts(SuspensionChanges changes, long now) {
    return QuestionCounts.of((changes.isEmpty() ? rows : after(changes, now)).values());
  }

  private Map<SuspensionKey, SuspensionRecord> after(SuspensionChanges changes, long now) {
    var next = new LinkedHashMap<>(rows);
    for (NewSuspension question : changes.opened()) {
      next.put(question.key(), SuspensionRecord.asked(question, now));
    }
    move(next, changes.consumed(), SuspensionStatus.CONSUMED);
    move(next, changes.cancelled(), SuspensionStatus.CANCELLED);
    return next;
  }

  private static void move(
      Map<SuspensionKey, SuspensionRecord> rows,
      List<SuspensionKey> keys,
      SuspensionStatus status) {
    for (SuspensionKey key : keys) {
      rows.computeIfPresent(
          key, (same, row) -> row.status().next().contains(status) ? row.with(status) : row);
    }
  }
}
