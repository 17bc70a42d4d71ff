package io.awaken.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Does the work of {@link Bookings} in the test's process, which is not killed. Records the keys of
 * all calls. Silent counters do not answer until {@link #answerAgain}.
 */
final class Agency implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, List<String>> keys = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> silent = new ConcurrentHashMap<>();
  private final CountDownLatch answers = new CountDownLatch(1);

  Agency(String... silentCounters) throws IOException {
    for (String counter : silentCounters) {
      silent.put(counter, new CountDownLatch(1));
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** The address of a counter. */
  String at(String counter) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + counter;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String counter = exchange.getRequestURI().getPath().substring(1);
    String key = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    keys.computeIfAbsent(counter, name -> new CopyOnWriteArrayList<>()).add(key);
    if (silent.containsKey(counter)) {
      silent.get(counter).countDown();
      await(answers);
    }
    byte[] answer = "done".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until a silent counter has received a call. */
  void awaitCall(String counter) throws InterruptedException {
    silent.get(counter).await();
  }

  void answerAgain() {
    answers.countDown();
  }

  /** The key of each call of a counter, in the order of arrival. */
  List<String> keys(String counter) {
    return List.copyOf(keys.getOrDefault(counter, List.of()));
  }

  @Override
  public void close() {
    answerAgain();
    server.stop(0);
    threads.close();
  }
}
