package io.awaken.mcp.stdio;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A request of the client and everything that the server says to it. One thread runs it; any may
 * stop it.
 */
final class Exchange {

  /** Another code than those of JSON-RPC itself, for what went wrong on the way. */
  static final int BROKEN = -32000;

  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int MAX_TRIES = 6;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Message request;
  private final Channel channel;
  private final Outlet outlet;
  private final Pause pause;
  private final Ongoing ongoing = new Ongoing();
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile boolean cancelled;

  Exchange(Message request, Channel channel, Outlet outlet, Pause pause) {
    this.request = request;
    this.channel = channel;
    this.outlet = outlet;
    this.pause = pause;
  }

  /** Whether closing its stream is what cancels it. */
  boolean modern() {
    return request.version() != null;
  }

  /** Whether it only ends when the client does not want to listen any longer. */
  boolean listens() {
    return "subscriptions/listen".equals(request.method());
  }

  /** The client no longer wants an answer, which is then not given (2025-11-25, cancellation). */
  void cancel() {
    cancelled = true;
  }

  /** See {@link Ongoing#awaitOpened}. */
  void awaitOpened(Duration atMost) throws InterruptedException {
    ongoing.awaitOpened(atMost);
  }

  /** Waits until nothing more is said of it. */
  void awaitDone() throws InterruptedException {
    done.await();
  }

  /** Closes its stream; nothing more is said of it. */
  void stop() {
    cancelled = true;
    ongoing.stop();
  }

  /** Asks, and passes on what is answered; whatever happens, the client gets an answer. */
  void run() throws InterruptedException {
    try (Reply reply = channel.post(request, ongoing)) {
      if (reply.status() != OK) {
        refused(reply);
      } else if (!answered(reply)) {
        lost("the answer of the server ended too early");
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

  /** Passes on messages until there are no more; true when the answer was among them. */
  private boolean relayed(Reply reply) throws IOException {
    boolean answered = request.kind() == Message.Kind.BATCH;
    for (Message said = reply.next(); said != null; said = reply.next()) {
      boolean answer = said.answers(request);
      if (answer && request.opens()) {
        channel.began(request, reply, said);
      }
      answered |= answer;
      if (!cancelled) {
        outlet.write(said.text());
      }
    }
    return answered;
  }

  /** The server goes on without a reader, and keeps what it says (until 2025-11-25). */
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
      // Broken off once more; where it was left is known.
      return false;
    }
  }

  /** Twice as long, as far as somebody may wait. */
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
      outlet.write(Message.failure(request.id(), error));
    } else {
      outlet.fail(request.id(), BROKEN, refusal(reply.status()));
    }
  }

  private static String error(String document) {
    try {
      return document.isBlank() ? null : Message.of(document).error();
    } catch (JsonText.Malformed e) {
      return null;
    }
  }

  /** What the server answered, and what the user can do about it. */
  static String refusal(int status) {
    String advice =
        switch (status) {
          case UNAUTHORIZED -> ": set " + Options.TOKEN + " to a token that it accepts";
          case FORBIDDEN ->
              ": the token does not allow this, or its address is not one of its names";
          default -> "";
        };
    return "the server answered with HTTP status " + status + advice;
  }

  private void lost(String why) {
    if (!cancelled) {
      outlet.fail(request.id(), BROKEN, why);
    }
  }
}
