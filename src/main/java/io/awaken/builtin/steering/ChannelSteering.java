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
 * A channel into running runs (features row 83): messages sent to a run are inserted before its
 * next model call, in order, whichever agent is active by then; running tools are not interrupted.
 * A channel ends with its run. A run that continued on another node never ends here, so beyond
 * {@link #MAX_RUNS} channels the least recently polled one is dropped. Thread-safe; keep the
 * instance to send messages.
 */
public final class ChannelSteering implements Plugin {

  public static final String NAME = "channel-steering";

  /** Maximum waiting messages of one run. */
  public static final int MAX_WAITING = 100;

  /** Maximum characters of a message. */
  public static final int MAX_CHARS = 100_000;

  /** Maximum runs with a channel. */
  public static final int MAX_RUNS = 10_000;

  // Guarded by itself; least recently polled first.
  private final SequencedMap<RunId, BlockingQueue<Message>> channels =
      new LinkedHashMap<>(16, 0.75f, true);

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "inserts messages from outside into running runs", false);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.onActivate(
        context -> {
          opened(context);
          return null;
        });
    registrar.steeringSource(context -> drain(opened(context)));
    // Polled when the run would end: messages since then get another step, or are refused.
    registrar.followUpSource(this::last);
    // Not at deactivation, since the run continues after a handoff.
    registrar.afterRun(summary -> closed(summary.run().runId()));
  }

  /**
   * Sends a user message to a run.
   *
   * @param text 1 to 100,000 characters
   * @return false when the message is refused, because the run has not started on this node, is
   *     over or about to end, or too many messages wait. An accepted message that comes after the
   *     last answer starts another step; it is lost when the run is stopped, fails or continues on
   *     another node before its next model call here
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

  /** Returns waiting messages; without any, later ones are refused. */
  private List<Message> last(HookContext context) {
    synchronized (channels) {
      List<Message> messages = drain(opened(context));
      if (messages.isEmpty()) {
        channels.remove(context.run().runId());
      }
      return messages;
    }
  }

  /** The channel of a run, which may have started on another node. */
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
