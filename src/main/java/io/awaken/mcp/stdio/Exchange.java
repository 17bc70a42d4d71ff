package io.awaken.mcp.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A request of the client and all messages that the server sends for it. Run by one thread; any may
 * stop it.
 */
final class Exchange {

  /** Code for transport failures; not one of JSON-RPC's own. */
  static final int BROKEN = -32000;

  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int MAX_TRIES = 6;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final RawMessage request;
  private final Channel channel;
  private final Outlet outlet;
  private final Pause pause;
  private final Ongoing ongoing = new Ongoing();
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile boolean cancelled;

  Exchange(RawMessage request, Channel channel, Outlet outlet, Pause pause) {
    this.request = request;
    this.channel = channel;
    this.outlet = outlet;
    this.pause = pause;
  }

  /** Whether closing its stream cancels it. */
  boolean modern() {
    return request.version() != null;
  }

  /** Whether it only ends when the client stops listening. */
  boolean listens() {
    return "subscriptions/listen".equals(request.method());
  }

  /** Cancels it; the client gets no answer (2025-11-25, cancellation). */
  void cancel() {
    cancelled = true;
  }

  /** See {@link Ongoing#awaitOpened}. */
  void awaitOpened(Duration atMost) throws InterruptedException {
    ongoing.awaitOpened(atMost);
  }

  /** Waits until it has ended. */
  void awaitDone() throws InterruptedException {
    done.await();
  }

  /** Closes its stream; the client gets no further message. */
  void stop() {
    cancelled = true;
    ongoing.stop();
  }

  /** Sends the request and relays the response; the client always gets an answer. */
  void run() throws InterruptedException {
    try (Reply reply = channel.post(request, ongoing)) {
      if (reply.status() != OK) {
        refused(reply);
      } else if (!answered(reply)) {
        lost("the server's answer ended too early");
      }
    } catch (IOException e) {
      lost(e.getMessage());
    } finally {
      done.countDown();
    }
  }

  private boolean answered(Reply reply) throws IOException, InterruptedException {
    try {
      if (relayed(reply)) {
        return true;
      }
    } catch (IOException e) {
      if (modern() || reply.lastId() == null) {
        throw e;
      }
    }
    return !modern() && reply.lastId() != null && readOn(reply.lastId(), reply.retry());
  }

  /** Relays messages until the stream ends; returns whether the answer was among them. */
  private boolean relayed(Reply reply) throws IOException {
    boolean answered = request.kind() == RawMessage.Kind.BATCH;
    for (RawMessage received = reply.next(); received != null; received = reply.next()) {
      boolean answer = received.answers(request);
      if (answer && request.opens()) {
        channel.began(request, reply, received);
      }
      answered |= answer;
      if (!cancelled) {
        outlet.write(received.text());
      }
    }
    return answered;
  }

  /**
   * Resumes the stream: the server continues without a reader and stores events (until 2025-11-25).
   */
  private boolean readOn(String from, Duration first) throws IOException, InterruptedException {
    String lastId = from;
    Duration wait = first;
    int tries = 0;
    while (tries < MAX_TRIES && !cancelled) {
      pause.of(wait);
      tries++;
      wait = longer(wait);
      try (Reply rest = channel.read(lastId, ongoing)) {
        if (rest.status() != OK) {
          return false;
        }
        if (restAnswers(rest)) {
          return true;
        }
        if (rest.lastId() != null && !rest.lastId().equals(lastId)) {
          lastId = rest.lastId();
          wait = rest.retry();
          tries = 0;
        }
      } catch (IOException e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
      }
    }
    return false;
  }

  private boolean restAnswers(Reply rest) {
    try {
      return relayed(rest);
    } catch (IOException e) {
      // Interrupted again; the position is known.
      return false;
    }
  }

  /** Doubles the wait, up to the longest acceptable one. */
  static Duration longer(Duration wait) {
    Duration twice = wait.multipliedBy(2);
    return twice.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : twice;
  }

  private void refused(Reply reply) throws IOException {
    String error = error(reply.document());
    if (cancelled) {
      return;
    }
    if (error != null) {
      outlet.write(RawMessage.failure(request.id(), error));
    } else {
      outlet.fail(request.id(), BROKEN, refusal(reply.status()));
    }
  }

  private static String error(String document) {
    try {
      return document.isBlank() ? null : RawMessage.of(document).error();
    } catch (JsonText.Malformed e) {
      return null;
    }
  }

  /** Describes the server's refusal, and what the user can do about it. */
  static String refusal(int status) {
    String advice =
        switch (status) {
          case UNAUTHORIZED -> ": set " + Options.TOKEN + " to a token that it accepts";
          case FORBIDDEN ->
              ": the token does not allow this, or the server does not accept this host name";
          default -> "";
        };
    return "the server answered with HTTP status " + status + advice;
  }

  private void lost(String why) {
    if (!cancelled) {
      outlet.fail(request.id(), BROKEN, why);
    }
  }

  /** Waits; tests do not. */
  @FunctionalInterface
  interface Pause {
    void of(Duration time) throws InterruptedException;
  }

  /**
   * Writes messages to the client, one line each. When the client stops reading, further messages
   * are dropped: the end of its input follows. Thread-safe.
   */
  static final class Outlet {

    private final OutputStream out;
    private final Consumer<String> notes;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean broken;

    Outlet(OutputStream out, Consumer<String> notes) {
      this.out = out;
      this.notes = notes;
    }

    /** Writes a message, which is one line. */
    void write(String line) {
      byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
      lock.lock();
      try {
        if (!broken) {
          out.write(bytes);
          out.flush();
        }
      } catch (IOException e) {
        broken = true;
        notes.accept("the client no longer reads; further messages are dropped: " + e.getMessage());
      } finally {
        lock.unlock();
      }
    }

    /** Sends an error of the bridge to the client, and logs it for the user. */
    void fail(String id, int code, String message) {
      notes.accept(message);
      write(RawMessage.failure(id, code, message));
    }
  }
}
