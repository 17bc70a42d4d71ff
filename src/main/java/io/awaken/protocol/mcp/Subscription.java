package io.awaken.protocol.mcp;

import static java.lang.System.Logger.Level.WARNING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.write.FrameFeed;
import io.awaken.mcp.McpMeta;
import io.awaken.protocol.mcp.call.ToolAnswers;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A stream of notifications: that of one {@code subscriptions/listen}, which is acknowledged first
 * and whose notifications carry the request id, or that of a session. It polls for changes, and
 * polls lists at once when it is notified of a change; it occupies no thread in between. A client
 * whose stream ends subscribes again.
 */
public final class Subscription {

  /** Time between two polls while changes occur. */
  static final Duration POLL_INTERVAL = Duration.ofSeconds(2);

  /** The longest time between two polls, in multiples of the above. */
  static final int MAX_INTERVALS = 3;

  private static final System.Logger LOG = System.getLogger(Subscription.class.getName());

  /** Bytes that may be buffered for a client; a slower client is disconnected. */
  private static final int MAX_BYTES = 1 << 20;

  private final JsonNode id;
  private final StreamThreads threads;
  private final FrameFeed feed;
  private final ReentrantLock polling = new ReentrantLock();
  private List<ChangePoll> lists = List.of();
  private List<ChangePoll> changes = List.of();
  private int idlePolls;
  private long sent;
  private volatile boolean over;
  private volatile Runnable unwatch = () -> {};

  /**
   * @param id of the request; null for a session's stream
   */
  public Subscription(JsonNode id, StreamThreads threads) {
    this.id = id;
    this.threads = threads;
    this.feed = new FrameFeed("subscription", MAX_BYTES, closingMessage(), why -> end());
  }

  /** The last message when the server closes the stream; null for none. */
  private byte[] closingMessage() {
    if (id == null) {
      return null;
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode().put("resultType", "complete");
    return ToolAnswers.frame(new Result(id, marked(result)));
  }

  /** The feed that writes to the client. */
  public FrameFeed feed() {
    return feed;
  }

  /**
   * Acknowledges the subscription before the stream is opened.
   *
   * @param agreed the topics that the client is notified of
   */
  public void acknowledge(Topics agreed) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.set("notifications", agreed.json());
    send(new Notification("notifications/subscriptions/acknowledged", params));
  }

  private void end() {
    over = true;
    unwatch.run();
  }

  /**
   * Polls for changes until the stream is closed.
   *
   * @param ofLists polled at once when the watch reports a change
   * @param others polled periodically only
   * @param watch registers a callback for changes, and returns what unregisters it
   */
  public void follow(
      List<? extends ChangePoll> ofLists,
      List<? extends ChangePoll> others,
      Function<Runnable, Runnable> watch) {
    lists = List.copyOf(ofLists);
    changes = List.copyOf(others);
    if (!lists.isEmpty()) {
      unwatch = watch.apply(() -> threads.blocking().execute(() -> poll(lists)));
      if (over) {
        unwatch.run();
      }
    }
    next();
  }

  private void next() {
    if (!over && !(lists.isEmpty() && changes.isEmpty())) {
      long millis = POLL_INTERVAL.toMillis() * Math.clamp(idlePolls, 1, MAX_INTERVALS);
      threads
          .timer()
          .schedule(() -> threads.blocking().execute(this::poll), millis, TimeUnit.MILLISECONDS);
    }
  }

  private void poll() {
    boolean found = poll(lists) | poll(changes);
    idlePolls = found ? 0 : idlePolls + 1;
    next();
  }

  private boolean poll(List<ChangePoll> what) {
    polling.lock();
    try {
      boolean found = false;
      for (ChangePoll each : what) {
        found |= !over && polled(each);
      }
      return found;
    } finally {
      polling.unlock();
    }
  }

  private boolean polled(ChangePoll change) {
    long before = sent;
    try {
      change.poll(this::send);
    } catch (RuntimeException failure) {
      LOG.log(WARNING, "a subscription could not poll for changes; it will retry", failure);
    }
    return sent != before;
  }

  private void send(Notification notification) {
    sent++;
    feed.send(
        ToolAnswers.frame(new Notification(notification.method(), marked(notification.params()))));
  }

  private ObjectNode marked(ObjectNode params) {
    if (id == null) {
      return params;
    }
    ObjectNode copy = params.deepCopy();
    copy.withObject("/" + McpMeta.FIELD).set(McpMeta.SUBSCRIPTION, id);
    return copy;
  }

  /** Finds changes since the last poll. For one thread at a time. */
  @FunctionalInterface
  public interface ChangePoll {

    /**
     * Notifies the client of changes since the last poll.
     *
     * @param client receives each notification as soon as its change is found
     */
    void poll(Consumer<Notification> client);
  }
}
