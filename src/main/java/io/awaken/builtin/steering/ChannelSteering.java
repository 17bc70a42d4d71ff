package io.awaken.builtin.steering;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.run.RunId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A channel into running runs (features row 83): what is said to a run from outside is slipped in
 * before its next model call, in the order it was said, whichever agent is at work by then; tools
 * at work are not disturbed. A channel ends with its run. A run that went on elsewhere never ends
 * here, so that beyond {@link #MAX_RUNS} channels the one that was not asked for the longest time
 * is dropped. Thread-safe; keep the instance to speak through it.
 */
public final class ChannelSteering implements Plugin {

  public static final String NAME = "channel-steering";

  /** Messages that may wait for one run. */
  public static final int MAX_WAITING = 100;

  /** Characters of a message. */
  public static final int MAX_CHARS = 100_000;

  /** Runs that may have a channel. */
  public static final int MAX_RUNS = 10_000;

  // Guarded by itself; in the order in which runs asked last.
  private final SequencedMap<RunId, BlockingQueue<Message>> channels =
      new LinkedHashMap<>(16, 0.75f, true);

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "slips messages from outside into running runs", false);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.onActivate(
        context -> {
          opened(context);
          return null;
        });
    registrar.steeringSource(context -> drain(opened(context)));
    // Asked when the run would end: what came since has a step of its own, or is not taken.
    registrar.followUpSource(this::last);
    // Not when an agent is deactivated: the run continues after a handoff.
    registrar.afterRun(summary -> closed(summary.run().runId()));
  }

  /**
   * Says something to a run as its user.
   *
   * @param text 1 to 100,000 characters
   * @return false when the run has not begun on this node, is over or is about to end, or too much
   *     waits for it already: the message is not taken then. A message that was taken starts
   *     another step when it came after the last answer; it is lost when the run is stopped, fails
   *     or continues elsewhere before its next model call here
   */
  public boolean steer(RunId run, String text) {
    if (text == null || text.isBlank() || text.length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "a steering message has 1 to " + MAX_CHARS + " characters");
    }
    synchronized (channels) {
      BlockingQueue<Message> channel = channels.get(run);
      return channel != null && channel.offer(Message.user(null, text));
    }
  }

  /** Either something was said, or from here on nothing is taken. */
  private List<Message> last(HookContext context) {
    synchronized (channels) {
      List<Message> messages = drain(opened(context));
      if (messages.isEmpty()) {
        channels.remove(context.run().runId());
      }
      return messages;
    }
  }

  /** The channel of a run, which may have been at work elsewhere before. */
  private BlockingQueue<Message> opened(HookContext context) {
    synchronized (channels) {
      BlockingQueue<Message> channel =
          channels.computeIfAbsent(
              context.run().runId(), run -> new LinkedBlockingQueue<>(MAX_WAITING));
      if (channels.size() > MAX_RUNS) {
        channels.pollFirstEntry();
      }
      return channel;
    }
  }

  private void closed(RunId run) {
    synchronized (channels) {
      channels.remove(run);
    }
  }

  private static List<Message> drain(BlockingQueue<Message> channel) {
    var messages = new ArrayList<Message>();
    channel.drainTo(messages);
    return messages;
  }
}
