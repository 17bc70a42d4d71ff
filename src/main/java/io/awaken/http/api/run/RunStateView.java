package io.awaken.http.api.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.PersistedState;
import io.awaken.core.store.thread.ThreadStore.StoredState;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The state of a run as of its last commit (features rows 54, 55, 163). */
record RunStateView(
    @Required RunId runId,
    @Required ThreadId threadId,
    @Required RunStatus status,
    @Described("Values with the lifetime of the run, by key.") @Required Map<String, JsonNode> run,
    @Described("Values with the lifetime of the thread, by key.") @Required
        Map<String, JsonNode> thread,
    @Described("Keys whose values are omitted, since all would exceed 1 MiB.") @Required
        List<String> omitted) {

  /** Maximum number of characters of all values together, approximately. */
  static final int MAX_CHARS = 1 << 20;

  /**
   * @param shown selects the keys that the caller may see
   */
  static RunStateView of(RunRecord run, StoredState state, Predicate<String> shown) {
    var values = new Values(shown);
    return new RunStateView(
        run.runId(),
        run.threadId(),
        run.status(),
        values.of(state.run()),
        values.of(state.thread()),
        List.copyOf(values.omitted));
  }

  private static final class Values {
    private final Predicate<String> shown;
    private final List<String> omitted = new ArrayList<>();
    private long left = MAX_CHARS;

    Values(Predicate<String> shown) {
      this.shown = shown;
    }

    Map<String, JsonNode> of(PersistedState stored) {
      var out = new TreeMap<String, JsonNode>();
      for (Map.Entry<String, JsonNode> value : new TreeMap<>(stored.extensions()).entrySet()) {
        // A missing node is a value that is not JSON.
        if (shown.test(value.getKey()) && !value.getValue().isMissingNode()) {
          put(out, value.getKey(), value.getValue());
        }
      }
      return out;
    }

    private void put(Map<String, JsonNode> out, String key, JsonNode value) {
      long chars = value.toString().length();
      if (chars > left) {
        omitted.add(key);
      } else {
        left -= chars;
        out.put(key, value);
      }
    }
  }
}
