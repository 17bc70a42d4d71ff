package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
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

  /** Threads that one request deletes, at the most. */
  public static final int MOST_DELETED = ThreadDeletions.MAX_THREADS;

  private static final ThreadPage.Query ANY =
      new ThreadPage.Query(null, null, null, null, null, null);

  /** What lies between the node and its stores. */
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

  /** From now on requests are this caller's. */
  ThreadsApi as(Caller other) {
    caller = other;
    return this;
  }

  /** Creates a thread a second after the one before; its id. */
  String create(String body) {
    asking.clock.advance(Duration.ofSeconds(1));
    return created(threads(), body);
  }

  /** The id of a thread that is made of a body. */
  public static String created(ThreadsResource threads, String body) {
    return threads.created(AskingApi.read(body, CreateThread.class)).id().value();
  }

  /** The first page without a filter. */
  public static JsonNode first(ThreadsResource threads) {
    return wire(threads.page(ANY));
  }

  /** The same of what is told in short. */
  public static JsonNode first(ThreadSummariesResource threads) {
    return wire(threads.page(ANY));
  }

  String createBelow(String parent) {
    return create("{\"parent_thread_id\":\"" + parent + "\"}");
  }

  JsonNode list(ThreadPage.Query query) {
    return wire(threads().page(query));
  }

  JsonNode summaries(ThreadPage.Query query) {
    var resource = new ThreadSummariesResource();
    resource.threads = asking.node.stores.threads();
    resource.security = KnownCallers.of(caller);
    return wire(resource.page(query));
  }

  JsonNode messages(String thread, MessagePage.Query query) {
    var resource = new ThreadMessagesResource();
    resource.threads = asking.node.stores.threads();
    resource.security = KnownCallers.of(caller);
    return wire(resource.page(thread, query));
  }

  JsonNode get(String thread) {
    return wire(thread().view(thread));
  }

  JsonNode patch(String thread, String body) {
    return wire(thread().changed(thread, AskingApi.read(body, PatchThread.class)));
  }

  boolean exists(String thread) {
    return asking.node.stores.threads().find(new ThreadId(thread)).isPresent();
  }

  /** Begins to delete; the first look is over when this returns. */
  CompletableFuture<Void> delete(String thread, String children, String cancel) {
    return thread().deleted(thread, children, cancel).toCompletableFuture();
  }

  /** What a deletion was refused with; it must be over. */
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

  /** What was to be done at once is done. */
  void settle() {
    blocking.runAll();
  }

  /** Lets time pass, and those look who wanted to. */
  void pass(Duration time) {
    for (Duration left = time; left.isPositive(); left = left.minusMillis(100)) {
      timer.advance(Duration.ofMillis(100));
      blocking.runAll();
    }
  }

  /** A run that executes until {@link #execute}. */
  RunId begin(String thread) {
    return asking.node.submitter.submit(TestNode.request(thread, "pay").by(caller)).runId();
  }

  void execute() {
    asking.node.executeAll();
  }

  private ThreadsResource threads() {
    var resource = new ThreadsResource();
    resource.threads = asking.node.stores.threads();
    resource.changes = changes();
    resource.security = KnownCallers.of(caller);
    return resource;
  }

  private ThreadChanges changes() {
    return new ThreadChanges(asking.node.stores.threads(), ids);
  }

  ThreadResource thread() {
    var stores = asking.node.stores;
    var resource = new ThreadResource();
    resource.threads = stores.threads();
    resource.runs = stores.runs();
    resource.changes = changes();
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
