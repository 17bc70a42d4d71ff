package io.awaken.core.phase;

import io.awaken.core.state.StateCommand;
import java.util.HashSet;
import java.util.Set;

/**
 * Commands that can be committed together: no two of them write the same exclusive key (features
 * rows 49, 66). Filled in order, greedily.
 */
final class CompatibleBatch {

  private final Set<String> exclusive = new HashSet<>();
  private final StateCommand merged = StateCommand.none();

  /**
   * @return false when the command writes an exclusive key of an earlier one, and was not added
   */
  boolean add(StateCommand command) {
    Set<String> keys = command.mutations().exclusiveKeys();
    for (String key : keys) {
      if (exclusive.contains(key)) {
        return false;
      }
    }
    exclusive.addAll(keys);
    merged.extend(command);
    return true;
  }

  StateCommand merged() {
    return merged;
  }
}
