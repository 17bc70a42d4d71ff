package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.InterposedStores;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.ManualScheduler;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.thread.ThreadChanges;
import io.awaken.http.submit.thread.ThreadDeletions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The routes of threads over a node whose one tool asks before it is called. */
public final class ThreadsApi {

  /** Most threads that one request deletes. */
  public static final int MOST_DELETED = ThreadDeletions.MAX_THREADS;

  /** Wraps the node's stores. */
  final InterposedStores between = new InterposedStores();

  final AskingNode asking = new AskingNode(AskingNode.APPROVAL, between::around, ports -> ports);
  final ManualScheduler timer = new ManualScheduler(asking.clock);
  private final ManualExecutor blocking = new ManualExecutor();
  private final StreamThreads executors = new StreamThreads(blocking, timer);
  final Streams streams =
      new Streams(
          Hubs.alone(), asking.node.stores.log(), StreamSettings.DEFAULTS, executors, asking.clock);
  private final CountingIds ids = new CountingIds("t");
  private Caller caller = AskingApi.ADA;

  /** Who may use new threads. */
  Sharing usual = Sharing.TENANT;

  /** Sets the caller of further requests. */
  ThreadsApi as(Caller other) {
    caller = other;
    return this;
  }

  /** Creates a thread one second after the previous one and returns its id. */
  String create(String body) {
    asking.clock.advance(Duration.ofSeconds(1));
    return created(threads(), body);
  }

  /** Creates a thread from a body and returns its id. */
  public static String created(ThreadsResource threads, String body) {
    return threads.created(AskingApi.read(body, CreateThread.class)).id().value();
  }

  /** The first page without a filter. */
  public static JsonNode first(ThreadsResource threads) {
    return wire(threads.list(new ThreadParameters()));
  }

  /** The same for summaries. */
  public static JsonNode first(ThreadSummariesResource threads) {
    return wire(threads.list(new ThreadParameters()));
  }

  String createBelow(String parent) {
    return create("{\"parent_thread_id\":\"" + parent + "\"}");
  }

  JsonNode list(ThreadParameters parameters) {
    return wire(threads().list(parameters));
  }

  JsonNode summaries(ThreadParameters parameters) {
    var resource = new ThreadSummariesResource();
    resource.threads = asking.node.stores.threads();
    resource.security = KnownCallers.of(caller);
    return wire(resource.list(parameters));
  }

  JsonNode messages(String thread, MessageParameters parameters) {
    return wire(threads().messages(thread, parameters));
  }

  JsonNode get(String thread) {
    return wire(threads().get(thread));
  }

  JsonNode patch(String thread, String body) {
    return wire(threads().patch(thread, AskingApi.read(body, PatchThread.class)));
  }

  boolean exists(String thread) {
    return asking.node.stores.threads().find(new ThreadId(thread)).isPresent();
  }

  /** Starts a deletion; the first check is done on return. */
  CompletableFuture<Void> delete(String thread, String children, String cancel) {
    return threads().deleted(thread, children, cancel).toCompletableFuture();
  }

  /** The refusal of a completed deletion. */
  static Refusal refused(CompletableFuture<Void> deletion) {
    return AskingApi.refusal(
        () -> {
          try {
            deletion.getNow(null);
          } catch (CompletionException e) {
            throw (RuntimeException) e.getCause();
          }
        });
  }

  /** Does immediate work. */
  void settle() {
    blocking.runAll();
  }

  /** Advances time and runs due checks. */
  void pass(Duration time) {
    for (Duration left = time; left.isPositive(); left = left.minusMillis(100)) {
      timer.advance(Duration.ofMillis(100));
      blocking.runAll();
    }
  }

  /** A run that executes until {@link #execute}. */
  RunId begin(String thread) {
    return asking.node.service.submit(TestNode.request(thread, "pay").by(caller)).runId();
  }

  void execute() {
    asking.node.executeAll();
  }

  ThreadsResource threads() {
    var stores = asking.node.stores;
    var resource = new ThreadsResource();
    resource.threads = stores.threads();
    resource.runs = stores.runs();
    resource.changes = new ThreadChanges(stores.threads(), ids, usual);
    resource.deletions =
        new ThreadDeletions(
            stores.threads(),
            stores.runs(),
            stores.suspensions(),
            asking.node.canceller,
            streams,
            executors);
    resource.ids = ids;
    resource.security = KnownCallers.of(caller);
    return resource;
  }
}
