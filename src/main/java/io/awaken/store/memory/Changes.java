package io.awaken.store.memory;

import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.store.memory.keep.Keeper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Changes that were not reported to the keeper. Guarded by the tables' lock. */
final class Changes {
  private final Keeper keeper;
  private final Map<ThreadRow, Set<RunRow>> changed = new LinkedHashMap<>();
  private final Map<ThreadId, Collection<RunId>> gone = new HashMap<>();

  Changes(Keeper keeper) {
    this.keeper = keeper;
  }

  void check(String id) {
    keeper.check(id);
  }

  void of(ThreadRow thread) {
    if (keeper != Keeper.NONE) {
      changed.computeIfAbsent(thread, row -> new LinkedHashSet<>());
    }
  }

  void of(RunRow run) {
    if (keeper != Keeper.NONE) {
      changed.computeIfAbsent(run.thread, row -> new LinkedHashSet<>()).add(run);
    }
  }

  void removed(ThreadRow thread, Collection<RunId> runs) {
    if (keeper != Keeper.NONE) {
      changed.remove(thread);
      gone.put(thread.id, List.copyOf(runs));
    }
  }

  /** Reports changes to the keeper; on failure they are reported again next time. */
  void keep() {
    for (ThreadId thread : List.copyOf(gone.keySet())) {
      keeper.forget(thread, gone.get(thread));
      gone.remove(thread);
    }
    for (ThreadRow thread : List.copyOf(changed.keySet())) {
      List<RunRecord> runs = new ArrayList<>();
      changed.get(thread).forEach(run -> runs.add(run.toRecord()));
      keeper.keep(thread.kept(), runs);
      changed.remove(thread);
    }
  }
}
