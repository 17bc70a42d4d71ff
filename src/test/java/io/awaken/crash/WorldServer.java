package io.awaken.crash;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;

/**
 * The world outside of the nodes: tools that do their work once for each key, whatever becomes of
 * whoever called them, and a count of what the models were asked. Until {@link #goOn}, tools that a
 * boundary holds do their work and do not answer. Thread-safe.
 */
final class WorldServer implements AutoCloseable {

  /** A tool that knows no keys: each call does the work once more. */
  static final String KEYLESS = "pay";

  /** What models are told that the process asks which is to be killed. */
  static final String DOOMED = "doomed";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final Map<String, List<Call>> calls = new ConcurrentHashMap<>();
  private final Set<String> done = ConcurrentHashMap.newKeySet();
  private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
  private final Map<String, List<Told>> told = new ConcurrentHashMap<>();
  private final AtomicInteger allCalls = new AtomicInteger();
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final Map<String, AtomicInteger> missing = new ConcurrentHashMap<>();
  private final AtomicInteger allMissing = new AtomicInteger();
  private final CompletableFuture<Void> everybody = new CompletableFuture<>();
  private final CountDownLatch goesOn = new CountDownLatch(1);
  private final BiPredicate<String, String> holds;
  private volatile Alarm alarm = new Alarm(0, new CompletableFuture<>());

  /** What a plugin was told, as it arrived. */
  record Told(String what, String id, boolean stored) {}

  /** A call of a tool as it arrived. */
  record Call(String tool, String key) {}

  /** Rings when there have been so many calls. */
  private record Alarm(int calls, CompletableFuture<Void> rings) {}

  private WorldServer(BiPredicate<String, String> holds) throws IOException {
    this.holds = holds;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** A world in which every run is held at its boundary. */
  static WorldServer ofBoundaries() throws IOException {
    var world =
        new WorldServer((thread, tool) -> Boundary.valueOf(thread).cut.held().contains(tool));
    for (Boundary boundary : Boundary.values()) {
      world.expect(boundary.name(), boundary.cut.stands());
    }
    return world;
  }

  /** A world in which each of these stands once, some of them in their tools. */
  static WorldServer of(Collection<String> threads, Set<String> inTools) throws IOException {
    List<String> tools = CrashAgents.CALLS.get(CrashContent.AGENT);
    var world = new WorldServer((thread, what) -> inTools.contains(thread) && tools.contains(what));
    threads.forEach(thread -> world.expect(thread, 1));
    return world;
  }

  private void expect(String thread, int stands) {
    missing.put(thread, new AtomicInteger(stands));
    allMissing.addAndGet(stands);
  }

  /** A world that holds nobody. */
  static WorldServer open() throws IOException {
    return new WorldServer((thread, tool) -> false);
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/");
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    boolean doomed = goesOn.getCount() > 0;
    switch (path[1]) {
      case "model" -> count(asked, path[2]);
      case "tool" -> called(path[2], new Call(path[3], body));
      case "told" -> told(path[2], path[3], body.split(" "));
      case "accepted" -> accepted.add(path[2]);
      default -> stand(path[2]);
    }
    boolean model = path[1].equals("model");
    byte[] answer = (model && doomed ? DOOMED : "did it").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private void called(String thread, Call call) {
    calls.computeIfAbsent(thread, name -> new CopyOnWriteArrayList<>()).add(call);
    if (call.tool().equals(KEYLESS) || done.add(call.key())) {
      count(effects, thread + " " + call.tool());
    }
    if (allCalls.incrementAndGet() == alarm.calls()) {
      alarm.rings().complete(null);
    }
    if (holds.test(thread, call.tool())) {
      stand(thread);
    }
  }

  private void told(String thread, String what, String[] body) {
    told.computeIfAbsent(thread, name -> new CopyOnWriteArrayList<>())
        .add(new Told(what, body[0], Boolean.parseBoolean(body[1])));
    if (goesOn.getCount() > 0 && holds.test(thread, what)) {
      stand(thread);
    }
  }

  private static void count(Map<String, AtomicInteger> counts, String what) {
    counts.computeIfAbsent(what, name -> new AtomicInteger()).incrementAndGet();
  }

  private void stand(String thread) {
    missing.get(thread).decrementAndGet();
    if (allMissing.decrementAndGet() == 0) {
      everybody.complete(null);
    }
    try {
      goesOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until every run stands where it shall be cut off.
   *
   * @param end of the process whose runs they are
   */
  void awaitEverybody(CompletableFuture<?> end, Duration patience) throws Exception {
    try {
      CompletableFuture.anyOf(everybody, end).get(patience.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the process did not get in time to " + absent(), e);
    }
    if (!absent().isEmpty()) {
      throw new AssertionError("the process ended before it got to " + absent());
    }
  }

  private List<String> absent() {
    return missing.entrySet().stream()
        .filter(each -> each.getValue().get() > 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Is done when tools have been called so often from now on. */
  CompletableFuture<?> afterCalls(int count) {
    var rings = new CompletableFuture<Void>();
    alarm = new Alarm(allCalls.get() + count, rings);
    return rings;
  }

  /** Runs whose submission was answered. */
  Set<String> accepted() {
    return Set.copyOf(accepted);
  }

  /** Nobody is held any more. */
  void goOn() {
    goesOn.countDown();
  }

  int asked(String thread) {
    return asked.getOrDefault(thread, new AtomicInteger()).get();
  }

  /** How often a tool did its work for a run. */
  int effects(String thread, String tool) {
    return effects.getOrDefault(thread + " " + tool, new AtomicInteger()).get();
  }

  /** What plugins were told of a run, in the order in which it arrived. */
  List<Told> told(String thread) {
    return told.getOrDefault(thread, List.of());
  }

  List<Call> calls(String thread) {
    return calls.getOrDefault(thread, List.of());
  }

  @Override
  public void close() {
    goOn();
    server.stop(0);
    threads.close();
  }
}
