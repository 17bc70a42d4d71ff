package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.state.StateChanges.StateChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Tracks the values that differ from the stored ones. The cost depends on changes only. Guarded by
 * the store's lock.
 */
final class Unsaved {

  private record Mark(KeyRegistration key, long revision) {}

  private record Stored(KeyScope scope, Object value) {}

  private final Map<String, Mark> marks = new LinkedHashMap<>();

  /** The existing rows by name; the value is null when unknown. */
  private final Map<String, Stored> stored = new HashMap<>();

  /** The values of the last returned changes by name; missing for a removal. */
  private final Map<String, Object> given = new HashMap<>();

  void written(KeyRegistration key, long revision) {
    if (key.options().persistent()) {
      marks.put(key.name(), new Mark(key, revision));
    }
  }

  void restored(KeyScope scope, String name, Object value) {
    stored.put(name, new Stored(scope, value));
  }

  StateChanges now(Snapshot state) {
    return changes(state, mark -> true, false);
  }

  /** At the end of a run its own values are removed. */
  StateChanges atEnd(Snapshot state) {
    boolean forgets = false;
    for (Stored row : stored.values()) {
      forgets |= row.scope() == KeyScope.RUN;
    }
    return changes(state, mark -> mark.key().scope() == KeyScope.THREAD, forgets);
  }

  private StateChanges changes(Snapshot state, Predicate<Mark> wanted, boolean forgets) {
    given.clear();
    var changes = new ArrayList<StateChange>(marks.size());
    for (Mark mark : marks.isEmpty() ? List.<Mark>of() : List.copyOf(marks.values())) {
      KeyRegistration key = mark.key();
      Object value = state.values().raw(key.name());
      if (!differs(key.name(), value)) {
        forget(mark, state.revision());
      } else if (wanted.test(mark)) {
        changes.add(new StateChange(key.scope(), key.name(), json(key, value)));
        given.put(key.name(), value);
      }
    }
    return changes.isEmpty() && !forgets
        ? StateChanges.NONE
        : new StateChanges(state.revision(), changes, forgets);
  }

  /** Later writes are still to be checked. */
  private void forget(Mark mark, long revision) {
    if (mark.revision() <= revision) {
      marks.remove(mark.key().name());
    }
  }

  private boolean differs(String name, Object value) {
    Stored row = stored.get(name);
    return value == null ? row != null : row == null || !value.equals(row.value());
  }

  /** An unstorable value is reported once; otherwise the run could never end. */
  private JsonNode json(KeyRegistration key, Object value) {
    try {
      return value == null ? null : StoredValues.encode(key, value);
    } catch (StateException e) {
      marks.remove(key.name());
      throw e;
    }
  }

  /** Values written again meanwhile are still unsaved. */
  void saved(StateChanges done) {
    for (StateChange change : done.changes()) {
      String name = change.key();
      if (change.value() == null) {
        stored.remove(name);
      } else {
        stored.put(name, new Stored(change.scope(), given.get(name)));
      }
      Mark mark = marks.get(name);
      if (mark != null) {
        forget(mark, done.revision());
      }
    }
    if (done.forgetsRun()) {
      stored.values().removeIf(row -> row.scope() == KeyScope.RUN);
    }
  }
}
