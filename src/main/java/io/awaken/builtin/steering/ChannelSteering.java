package io.awaken.builtin.steering;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.HookContext;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.run.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A channel into running runs (features row 83): what is said to a run from outside is slipped in
 * before its next model call, in the order it was said; tools at work are not disturbed. Holds
 * nothing of a run that is not at work here. Thread-safe; keep the instance to speak through it.
 */
public final class ChannelSteering implements Plugin {

  public static final String NAME = "channel-steering";

  /** Messages that may wait for one run. */
  public static final int MAX_WAITING = 100;

  /** Characters of a message. */
  public static final int MAX_CHARS = 100_000;

  private final ConcurrentMap<RunId, BlockingQueue<Message>> channels = new ConcurrentHashMap<>();

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
    registrar.onDeactivate(
        context -> {
          channels.remove(context.run().runId());
          return null;
        });
  }

  /**
   * Says something to a run as its user.
   *
   * @param text 1 to 100,000 characters
   * @return false when the run is not at work on this node, or too much waits for it already: the
   *     message is not taken then. A message that was taken is lost when the run ends before its
   *     next model call
   */
  public boolean steer(RunId run, String text) {
    if (text == null || text.isBlank() || text.length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "a steering message has 1 to " + MAX_CHARS + " characters");
    }
    BlockingQueue<Message> channel = channels.get(run);
    return channel != null && channel.offer(Message.user(null, text));
  }

  /** The channel of a run, which may have been at work elsewhere before. */
  private BlockingQueue<Message> opened(HookContext context) {
    return channels.computeIfAbsent(
        context.run().runId(), run -> new LinkedBlockingQueue<>(MAX_WAITING));
  }

  private static List<Message> drain(BlockingQueue<Message> channel) {
    var messages = new ArrayList<Message>();
    channel.drainTo(messages);
    return messages;
  }
}
