package io.awaken.mcp.stdio;

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
 * Passes on what a client and a server say to each other until the client ends. Each request is one
 * of HTTP; those since 2026-07-28 are cancelled by closing it, the others by a message of the
 * client. Used once, by one thread.
 */
final class Bridge {

  /** Requests at a time. */
  static final int MAX_CALLS = 256;

  private static final int PARSE_ERROR = -32700;
  private static final int INVALID_REQUEST = -32600;
  private static final int ACCEPTED_FROM = 200;
  private static final int ACCEPTED_BELOW = 300;

  /** A cancellation must not overtake what it cancels, on its way to the server. */
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
   * @param threads for requests, each of which takes one; shut down at the end
   * @param notes takes what the user should know, a line each
   * @param patience how long the answers to what was asked may take after the client has ended
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

  /** Runs until the client ends its output, and a while for answers that are still to come. */
  void run() throws InterruptedException {
    try {
      readAll();
    } catch (IOException e) {
      notes.accept("what the client says cannot be read: " + e.getMessage());
    }
    endListening();
    threads.shutdown();
    if (!threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      notes.accept("the client has ended, and does not get " + calls.size() + " answers");
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

  /** Once for a client: a session that is begun anew has the same messages. */
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
          take(Message.of(line));
        }
      } catch (JsonText.Malformed e) {
        outlet.fail(null, PARSE_ERROR, "a line of the client is no message in JSON");
      } catch (Lines.TooLong e) {
        outlet.fail(null, INVALID_REQUEST, e.getMessage());
      }
    }
  }

  private void take(Message message) {
    switch (message.kind()) {
      case REQUEST -> ask(message);
      case BATCH -> begin(message, exchange(message));
      case NOTIFICATION -> notified(message);
      case ANSWER -> start(() -> say(message));
    }
  }

  private Exchange exchange(Message message) {
    return new Exchange(message, channel, outlet, pause);
  }

  private void ask(Message request) {
    Exchange exchange = exchange(request);
    if (calls.size() >= MAX_CALLS) {
      outlet.fail(request.id(), Exchange.BROKEN, "there are " + MAX_CALLS + " requests already");
    } else if (calls.putIfAbsent(request.id(), exchange) != null) {
      outlet.fail(request.id(), INVALID_REQUEST, "a request of this id has no answer yet");
    } else {
      begin(request, exchange);
    }
  }

  private void begin(Message request, Exchange exchange) {
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

  /** A client that does not wait for its session gets one all the same. */
  private static void awaitOpening(Exchange opening) throws InterruptedException {
    if (opening != null) {
      opening.awaitDone();
    }
  }

  private void notified(Message said) {
    String id = said.cancels();
    Exchange call = id == null ? null : calls.get(id);
    if (id == null) {
      start(() -> say(said));
    } else if (call != null && call.modern()) {
      call.stop();
    } else if (call != null) {
      call.cancel();
      start(
          () -> {
            call.awaitOpened(TO_OPEN);
            say(said);
            call.stop();
          });
    }
  }

  /** Says something that has no answer. */
  private void say(Message message) throws InterruptedException {
    awaitOpening(opening);
    try (Reply reply = channel.post(message, new Ongoing())) {
      if (reply.status() < ACCEPTED_FROM || reply.status() >= ACCEPTED_BELOW) {
        notes.accept("a message was not taken: " + Exchange.refusal(reply.status()));
      } else if ("notifications/initialized".equals(message.method())) {
        listen();
      }
    } catch (IOException e) {
      notes.accept("a message was not taken: " + e.getMessage());
    }
  }

  private interface Deed {
    void run() throws InterruptedException;
  }

  private void start(Deed deed) {
    threads.execute(
        () -> {
          try {
            deed.run();
          } catch (InterruptedException e) {
            // The client has ended, and waits for nothing.
            Thread.currentThread().interrupt();
          }
        });
  }
}
