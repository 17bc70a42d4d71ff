package io.awaken.core.loop.activation;

import io.awaken.core.message.CallHistory;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.Ids;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Makes tool call ids from providers unique within a thread. It collects the ids of the history
 * only when one repeats, so starting a run costs nothing. If the history is incomplete, an id that
 * is only a counter gets run and step appended. Confined to the run's thread.
 */
public final class CallIds {

  private static final int MAX_LENGTH = 64;

  /** Every known provider uses random characters for ids of this length. */
  private static final int RANDOM_LENGTH = 20;

  private final RunHistory loaded;
  private final String run;
  private final Set<String> used = new HashSet<>();
  private List<Message> history;
  private boolean gathered;

  private CallIds(RunHistory loaded, String run) {
    this.loaded = loaded;
    this.run = run;
  }

  /**
   * @param loaded the history, possibly incomplete
   * @param run id of the run
   * @param used ids in use that are not in the history
   */
  static CallIds of(RunHistory loaded, String run, Set<String> used) {
    var ids = new CallIds(loaded, run);
    ids.used.addAll(used);
    return ids;
  }

  /** The provider's id if it is valid and unique, otherwise one derived from it and the step. */
  public String unique(String providerId, int step) {
    history = loaded.now();
    String base = fit(providerId) ? providerId : "call";
    if (loaded.incomplete() && base.length() < RANDOM_LENGTH) {
      base += "-" + mark(run) + "-" + step;
    }
    if (!gathered && isInHistory(base)) {
      gather();
    }
    String id = base;
    for (int n = 1; !used.add(id); n++) {
      // The derived id may also be in the history.
      gather();
      id = base + "-" + step + (n == 1 ? "" : "." + n);
    }
    return id;
  }

  private boolean isInHistory(String id) {
    for (int at = nextCall(0); at < history.size(); at = nextCall(at + 1)) {
      List<ToolCall> calls = history.get(at).toolCalls();
      for (int i = 0; i < calls.size(); i++) {
        if (calls.get(i).id().equals(id)) {
          return true;
        }
      }
    }
    return false;
  }

  private void gather() {
    if (!gathered) {
      gathered = true;
      for (int at = nextCall(0); at < history.size(); at = nextCall(at + 1)) {
        history.get(at).toolCalls().forEach(call -> used.add(call.id()));
      }
    }
  }

  private int nextCall(int from) {
    if (history instanceof CallHistory known) {
      return known.nextCall(from);
    }
    int at = from;
    while (at < history.size() && history.get(at).toolCalls().isEmpty()) {
      at++;
    }
    return at;
  }

  /** Twelve digits that distinguish runs of a thread. */
  private static String mark(String run) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < run.length(); i++) {
      hash = (hash ^ run.charAt(i)) * 0x100000001b3L;
    }
    return String.format(Locale.ROOT, "%012x", hash >>> 16);
  }

  private static boolean fit(String id) {
    return id != null && !id.isBlank() && id.length() <= MAX_LENGTH && Ids.hasOnlyAllowed(id);
  }
}
