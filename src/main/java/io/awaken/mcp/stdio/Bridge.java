package io.awaken.mcp.stdio;

import io.awaken.mcp.stdio.Exchange.Outlet;
import io.awaken.mcp.stdio.Exchange.Pause;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Relays messages between a client and a server until the client ends. Each request is one HTTP
 * request. Requests since 2026-07-28 are cancelled by closing it, earlier ones by a message of the
 * client. Used once, by one thread.
 */
final class Bridge {

  /** Maximum number of concurrent requests. */
  static final int MAX_CALLS = 256;

  private static final int PARSE_ERROR = -32700;
  private static final int INVALID_REQUEST = -32600;
  private static final int ACCEPTED_FROM = 200;
  private static final int ACCEPTED_BELOW = 300;

  /** A cancellation must not overtake the request it cancels. */
  private static final Duration TO_OPEN = Duration.ofSeconds(2);

  private final Lines in;
  private final Outlet outlet;
  private final Consumer<String> notes;
  private final Pause pause;
  private final Duration patience;
  private final Endpoint endpoint;
  private final Channel channel;
  private final ExecutorService threads;
  private final Map<String, Exchange> calls = new ConcurrentHashMap<>();
  private volatile Exchange opening;
  private Listener listener;
  private boolean ended;

  /**
   * @param threads one per request; shut down at the end
   * @param notes receives log lines for the user
   * @param patience how long outstanding answers may take after the client has ended
   */
  Bridge(
      Options options,
      InputStream in,
      OutputStream out,
      ExecutorService threads,
      Consumer<String> notes,
      Pause pause,
      Duration patience) {
    this.in = new Lines(in);
    this.outlet = new Outlet(out, notes);
    this.threads = threads;
    this.notes = notes;
    this.pause = pause;
    this.patience = patience;
    this.endpoint = new Endpoint(options);
    this.channel = new Channel(endpoint, notes);
  }

  /** Runs until the client closes its output, then waits for outstanding answers. */
  void run() throws InterruptedException {
    try {
      readAll();
    } catch (IOException e) {
      notes.accept("the client's input cannot be read: " + e.getMessage());
    }
    endListening();
    threads.shutdown();
    if (!threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      notes.accept("the client has ended; " + calls.size() + " answers are dropped");
      calls.values().forEach(Exchange::stop);
      threads.shutdownNow();
    }
    endpoint.close();
  }

  private synchronized void endListening() {
    ended = true;
    calls.values().stream().filter(Exchange::listens).forEach(Exchange::stop);
    if (listener != null) {
      listener.stop();
    }
  }

  /** Once for each client: a renewed session has the same messages. */
  private synchronized void listen() {
    if (!ended && listener == null) {
      listener = new Listener(channel, outlet, pause);
      start(listener::run);
    }
  }

  private void readAll() throws IOException {
    while (true) {
      try {
        String line = in.next();
        if (line == null) {
          return;
        }
        if (!line.isBlank()) {
          take(RawMessage.of(line));
        }
      } catch (JsonText.Malformed e) {
        outlet.fail(null, PARSE_ERROR, "a line of the client is not a JSON message");
      } catch (Lines.TooLong e) {
        outlet.fail(null, INVALID_REQUEST, e.getMessage());
      }
    }
  }

  private void take(RawMessage message) {
    switch (message.kind()) {
      case REQUEST -> request(message);
      case BATCH -> begin(message, exchange(message));
      case NOTIFICATION -> notification(message);
      case ANSWER -> start(() -> post(message));
    }
  }

  private Exchange exchange(RawMessage message) {
    return new Exchange(message, channel, outlet, pause);
  }

  private void request(RawMessage request) {
    Exchange exchange = exchange(request);
    if (calls.size() >= MAX_CALLS) {
      outlet.fail(
          request.id(), Exchange.BROKEN, "there are already " + MAX_CALLS + " open requests");
    } else if (calls.putIfAbsent(request.id(), exchange) != null) {
      outlet.fail(request.id(), INVALID_REQUEST, "a request with this id is still open");
    } else {
      begin(request, exchange);
    }
  }

  private void begin(RawMessage request, Exchange exchange) {
    Exchange before = exchange.modern() ? null : opening;
    if (request.opens()) {
      opening = exchange;
    }
    start(
        () -> {
          try {
            awaitOpening(before);
            exchange.run();
          } finally {
            if (request.id() != null) {
              calls.remove(request.id(), exchange);
            }
          }
        });
  }

  /** Also serves a client that does not wait until its session is open. */
  private static void awaitOpening(Exchange opening) throws InterruptedException {
    if (opening != null) {
      opening.awaitDone();
    }
  }

  private void notification(RawMessage message) {
    String id = message.cancels();
    Exchange call = id == null ? null : calls.get(id);
    if (id == null) {
      start(() -> post(message));
    } else if (call != null && call.modern()) {
      call.stop();
    } else if (call != null) {
      call.cancel();
      start(
          () -> {
            call.awaitOpened(TO_OPEN);
            post(message);
            call.stop();
          });
    }
  }

  /** Sends a message that has no response. */
  private void post(RawMessage message) throws InterruptedException {
    awaitOpening(opening);
    try (Reply reply = channel.post(message, new Ongoing())) {
      if (reply.status() < ACCEPTED_FROM || reply.status() >= ACCEPTED_BELOW) {
        notes.accept("a message was refused: " + Exchange.refusal(reply.status()));
      } else if ("notifications/initialized".equals(message.method())) {
        listen();
      }
    } catch (IOException e) {
      notes.accept("a message was not sent: " + e.getMessage());
    }
  }

  private interface Task {
    void run() throws InterruptedException;
  }

  private void start(Task task) {
    threads.execute(
        () -> {
          try {
            task.run();
          } catch (InterruptedException e) {
            // The client has ended and waits for no answers.
            Thread.currentThread().interrupt();
          }
        });
  }

  /**
   * Reads messages that the server sends outside of requests, until 2025-11-25 and if the server
   * offers them. Run by one thread; any may stop it.
   */
  static final class Listener {

    private static final int OK = 200;
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    private final Channel channel;
    private final Outlet outlet;
    private final Pause pause;
    private final Ongoing ongoing = new Ongoing();

    Listener(Channel channel, Outlet outlet, Pause pause) {
      this.channel = channel;
      this.outlet = outlet;
      this.pause = pause;
    }

    /** Reads until the server ends the offer, or this is stopped. */
    void run() throws InterruptedException {
      String lastId = null;
      Duration wait = SHORTEST_WAIT;
      while (!ongoing.stopped()) {
        try (Reply reply = channel.read(lastId, ongoing)) {
          if (reply.status() != OK || !relayed(reply)) {
            return;
          }
          lastId = reply.lastId();
          wait = reply.retry().compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : reply.retry();
        } catch (IOException e) {
          wait = Exchange.longer(wait);
        }
        pause.of(wait);
      }
    }

    private boolean relayed(Reply reply) throws IOException {
      for (RawMessage received = reply.next(); received != null; received = reply.next()) {
        outlet.write(received.text());
      }
      return !ongoing.stopped();
    }

    void stop() {
      ongoing.stop();
    }
  }
}
