package io.awaken.core.loop.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.ModelText;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.ToolCall;
import io.awaken.core.text.WholeCharacters;
import io.awaken.core.tool.ActivitySink;
import io.awaken.core.tool.ToolActivity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Progress of one call, on its way from the tool's threads to the run's (features rows 178-180).
 * Only the newest waiting snapshot of a type is retained; events beyond the limits and after the
 * end of the call are dropped. Never blocks the tool.
 *
 * <p>After a dropped patch, patches of that type are dropped until its next snapshot, because
 * readers could not apply them. Thread-safe.
 */
final class CallActivity implements ActivitySink {

  /** Limit of events of one call. */
  static final int MAX_EVENTS = 1_000;

  /** Limit in bytes of one call, because its events are stored with the run's. */
  static final int MAX_BYTES = 1 << 20;

  /** Limit of waiting events. */
  static final int MAX_WAITING = 100;

  /**
   * @param type of an activity; null for another event
   */
  private record Waiting(String type, AgentEvent event, int bytes, boolean snapshot) {}

  private final Object lock = new Object();
  private final WholeCharacters whole = new WholeCharacters();
  private final String callId;
  private final String toolName;
  private final Runnable wakeUp;
  private final Set<String> patchesMissed = new HashSet<>(0);
  private List<Waiting> waiting = new ArrayList<>();
  private int events;
  private int bytes;
  private int streamed;
  private boolean over;

  /**
   * @param wakeUp signals waiting events, on the tool's thread; must not block. Called again only
   *     after {@link #drain}
   */
  CallActivity(ToolCall call, Runnable wakeUp) {
    this.callId = call.id();
    this.toolName = call.name();
    this.wakeUp = wakeUp;
  }

  /** A text event of a tool. */
  static AgentEvent.Delta stream(String callId, String toolName, String text) {
    return new AgentEvent.ToolCallStreamDelta(callId, toolName, text);
  }

  @Override
  public void snapshot(String activityType, JsonNode content) {
    String type = ToolActivity.type(activityType);
    int size = ToolActivity.size(content);
    var event = new AgentEvent.ActivitySnapshot(callId, type, content.deepCopy(), true);
    add(new Waiting(type, event, size, true));
  }

  @Override
  public void delta(String activityType, JsonNode patch) {
    String type = ToolActivity.type(activityType);
    int size = ToolActivity.size(patch);
    var event = new AgentEvent.ActivityDelta(callId, type, patch.deepCopy());
    add(new Waiting(type, event, size, false));
  }

  /** Merges adjacent waiting pieces. */
  @Override
  public void text(String delta) {
    boolean first;
    synchronized (lock) {
      String text = ModelText.storable(whole.next(delta));
      if (over || text.isEmpty()) {
        return;
      }
      int size = (int) MessageBytes.of(text);
      if (streamed + size > ToolActivity.MAX_STREAM) {
        throw new IllegalStateException(
            "a call may stream at most " + ToolActivity.MAX_STREAM + " bytes");
      }
      streamed += size;
      first = waiting.isEmpty();
      if (!first && waiting.getLast().event() instanceof AgentEvent.Delta before) {
        waiting.removeLast();
        text = before.delta() + text;
      }
      waiting.add(new Waiting(null, stream(callId, toolName, text), 0, false));
    }
    wakeUp(first);
  }

  @Override
  public void custom(String name, JsonNode value) {
    int size = ToolActivity.size(value);
    var event = new AgentEvent.Custom(ToolActivity.name(name), value.deepCopy());
    boolean first;
    synchronized (lock) {
      if (over) {
        return;
      }
      if (events == MAX_EVENTS || bytes + size > MAX_BYTES) {
        throw new IllegalStateException(
            "a call may emit at most "
                + MAX_EVENTS
                + " events and activities of "
                + MAX_BYTES
                + " bytes together");
      }
      events++;
      bytes += size;
      first = waiting.isEmpty();
      waiting.add(new Waiting(null, event, size, false));
    }
    wakeUp(first);
  }

  private void add(Waiting next) {
    boolean first;
    synchronized (lock) {
      if (over) {
        return;
      }
      first = waiting.isEmpty();
      if (!accepted(next)) {
        return;
      }
      waiting.add(next);
      events++;
      bytes += next.bytes();
    }
    wakeUp(first);
  }

  /** Called outside the lock, because the run's thread may drain at once. */
  private void wakeUp(boolean first) {
    if (first) {
      wakeUp.run();
    }
  }

  private boolean accepted(Waiting next) {
    if (!next.snapshot() && patchesMissed.contains(next.type())) {
      return false;
    }
    List<Waiting> replaced =
        waiting.stream().filter(old -> next.snapshot() && next.type().equals(old.type())).toList();
    int freed = replaced.stream().mapToInt(Waiting::bytes).sum();
    boolean room =
        waiting.size() - replaced.size() < MAX_WAITING
            && events - replaced.size() < MAX_EVENTS
            && bytes - freed + next.bytes() <= MAX_BYTES;
    if (!room) {
      patchesMissed.add(next.type());
      return false;
    }
    // Replaced events do not count, because they were never published.
    waiting.removeAll(replaced);
    events -= replaced.size();
    bytes -= freed;
    if (next.snapshot()) {
      patchesMissed.remove(next.type());
    }
    return true;
  }

  /** Takes the waiting events, in order. */
  List<AgentEvent> drain() {
    List<Waiting> taken;
    synchronized (lock) {
      if (waiting.isEmpty()) {
        return List.of();
      }
      taken = waiting;
      waiting = new ArrayList<>();
    }
    return taken.stream().map(Waiting::event).toList();
  }

  /** Ends the call: takes the waiting events and drops later ones. */
  List<AgentEvent> end() {
    synchronized (lock) {
      over = true;
    }
    return drain();
  }
}
