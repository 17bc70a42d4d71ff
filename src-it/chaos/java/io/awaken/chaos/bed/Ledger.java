package io.awaken.chaos.bed;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** An HTTP server that does the work of the tools: records each request, waits, then answers. */
public final class Ledger implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<LedgerEntry> entries = new CopyOnWriteArrayList<>();

  Ledger() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String[] lines = body.split("\n");
    entries.add(new LedgerEntry(lines[0], lines[1], lines[2], lines[3], lines[4]));
    LockSupport.parkNanos(Long.parseLong(lines[5]) * 1_000_000);
    byte[] answer = "done".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  /** All requests since the last {@link #clear}, in the order of arrival. */
  public List<LedgerEntry> entries() {
    return List.copyOf(entries);
  }

  /** Deletes all entries. */
  public void clear() {
    entries.clear();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
