package io.awaken.crash;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The world outside of the nodes: tools that do their work once for each key, whatever becomes of
 * whoever called them, and a count of what the models were asked. Until {@link #goOn}, tools that a
 * boundary holds do their work and do not answer. Thread-safe.
 */
final class WorldServer implements AutoCloseable {

  /** A tool that knows no keys: each call does the work once more. */
  static final String KEYLESS = "pay";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final Map<String, List<Call>> calls = new ConcurrentHashMap<>();
  private final Set<String> done = ConcurrentHashMap.newKeySet();
  private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
  private final Map<Boundary, AtomicInteger> missing = new EnumMap<>(Boundary.class);
  private final AtomicInteger allMissing = new AtomicInteger();
  private final CompletableFuture<Void> everybody = new CompletableFuture<>();
  private final CountDownLatch goesOn = new CountDownLatch(1);

  /** A call of a tool as it arrived. */
  record Call(String tool, String key) {}

  WorldServer() throws IOException {
    for (Boundary boundary : Boundary.values()) {
      missing.put(boundary, new AtomicInteger(boundary.cut.stands()));
      allMissing.addAndGet(boundary.cut.stands());
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/");
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Boundary boundary = Boundary.valueOf(path[2]);
    switch (path[1]) {
      case "model" -> count(asked, path[2]);
      case "tool" -> called(boundary, new Call(path[3], body));
      default -> stand(boundary);
    }
    byte[] answer = "did it".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private void called(Boundary boundary, Call call) {
    calls.computeIfAbsent(boundary.name(), name -> new CopyOnWriteArrayList<>()).add(call);
    if (call.tool().equals(KEYLESS) || done.add(call.key())) {
      count(effects, boundary + " " + call.tool());
    }
    if (boundary.cut.held().contains(call.tool())) {
      stand(boundary);
    }
  }

  private static void count(Map<String, AtomicInteger> counts, String what) {
    counts.computeIfAbsent(what, name -> new AtomicInteger()).incrementAndGet();
  }

  private void stand(Boundary boundary) {
    missing.get(boundary).decrementAndGet();
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
    CompletableFuture.anyOf(everybody, end).get(patience.toSeconds(), TimeUnit.SECONDS);
    List<Boundary> absent =
        Stream.of(Boundary.values()).filter(each -> missing.get(each).get() > 0).toList();
    if (!absent.isEmpty()) {
      throw new AssertionError("the process ended before it got to " + absent);
    }
  }

  /** Nobody is held any more. */
  void goOn() {
    goesOn.countDown();
  }

  int asked(Boundary boundary) {
    return asked.getOrDefault(boundary.name(), new AtomicInteger()).get();
  }

  /** How often a tool did its work for a run. */
  int effects(Boundary boundary, String tool) {
    return effects.getOrDefault(boundary + " " + tool, new AtomicInteger()).get();
  }

  List<Call> calls(Boundary boundary) {
    return calls.getOrDefault(boundary.name(), List.of());
  }

  @Override
  public void close() {
    goOn();
    server.stop(0);
    threads.close();
  }
}
