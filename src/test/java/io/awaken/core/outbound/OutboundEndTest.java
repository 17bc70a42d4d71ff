package io.awaken.core.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.outbound.Connector.NameResolver;
import io.awaken.fixture.Failures;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How calls end before their answer is read: closed, interrupted, silent for too long. */
class OutboundEndTest extends OutboundCalls {

  @Test
  void closingFromAnotherThreadWakesTheReaderAndClosesTheConnection() throws Exception {
    try (var server = KeepingServer.saying(CHUNKED);
        var call = open(server, LONG, 100)) {
      call.head();
      assertThat(UTF_8.decode(call.read()).toString()).isEqualTo("first");
      var outcome = later(call::read);
      THREADS.execute(call::close);

      assertThat(outcome.get()).isInstanceOf(IOException.class).hasMessage("call was closed");
      until(() -> server.open() == 0);
    }
  }

  @Test
  void closingEndsTheWaitForTheAnswer() throws Exception {
    var asked = new CountDownLatch(1);
    try (var server = KeepingServer.answering((head, client) -> asked.countDown());
        var call = open(server, LONG, 100)) {
      var outcome = later(call::head);
      asked.await();
      call.close();

      assertThat(outcome.get()).isInstanceOf(IOException.class).hasMessage("call was closed");
      until(() -> server.open() == 0);
    }
  }

  @Test
  void closingEndsNameResolution() throws Exception {
    var asked = new CountDownLatch(1);
    var answered = new CountDownLatch(1);
    NameResolver slow =
        host -> {
          asked.countDown();
          try {
            answered.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new UnknownHostException(host);
        };
    try (var client = client(slow, LONG);
        var call = client.open(get("http://slow.example/"), LONG, 100)) {
      var outcome = later(call::head);
      asked.await();
      call.close();

      assertThat(outcome.get()).hasMessage("call was closed");
    } finally {
      answered.countDown();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInterruptEndsACallOnEveryKindOfThread(boolean virtual) throws Exception {
    var outcome = new CompletableFuture<Throwable>();
    try (var server = KeepingServer.saying(CHUNKED);
        var call = open(server, LONG, 100)) {
      Runnable reading =
          () -> {
            try {
              call.head();
              call.read();
              call.read();
            } catch (IOException | InterruptedException e) {
              outcome.complete(e);
            }
          };
      Thread thread = virtual ? Thread.startVirtualThread(reading) : new Thread(reading);
      if (!virtual) {
        thread.setDaemon(true);
        thread.start();
      }
      until(() -> !server.heads().isEmpty());
      thread.interrupt();

      assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void silenceBeforeTheAnswerIsATimeout() throws Exception {
    try (var server = KeepingServer.answering((head, client) -> {});
        var call = open(server, SHORT, 100)) {
      assertThatThrownBy(call::head)
          .isInstanceOf(HttpTimeoutException.class)
          .hasMessage("silent for 300 ms");
      until(() -> server.open() == 0);
    }
  }

  @Test
  void silenceWithinTheAnswerIsATimeout() throws Exception {
    try (var server = KeepingServer.saying(CHUNKED);
        var call = open(server, SHORT, 100)) {
      call.head();
      call.read();
      assertThatThrownBy(call::read).isInstanceOf(HttpTimeoutException.class);
    }
  }

  @Test
  void aServerThatDoesNotReadTheRequestIsATimeout() throws Exception {
    try (var server =
            KeepingServer.answering(
                (head, client) -> {
                  throw new AssertionError("was read");
                });
        var stuck = new java.net.ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var call =
            http.open(
                OutboundRequest.post(
                    URI.create("http://127.0.0.1:" + stuck.getLocalPort() + "/"),
                    Map.of(),
                    new byte[32 << 20]),
                SHORT,
                100)) {
      assertThatThrownBy(call::head).isInstanceOf(HttpTimeoutException.class);
    }
  }

  @Test
  void aSlowReaderIsNotASilentServer() throws Exception {
    String more = CHUNKED + "6\r\nsecond\r\n0\r\n\r\n";
    var ticks = new AtomicInteger();
    try (var server = KeepingServer.saying(more);
        var call = open(server, SHORT, 100)) {
      call.head();
      call.read();
      http.calls()
          .add(
              new CallWatch.Watched() {
                @Override
                public void tick() {
                  ticks.incrementAndGet();
                }

                @Override
                public void close() {}
              });
      until(() -> ticks.get() > 4);

      assertThat(text(call)).isEqualTo("second");
    }
  }

  @Test
  void anAnswerThatBreaksOffIsAnError() throws Exception {
    try (var server =
            KeepingServer.answering(
                (head, client) -> {
                  client.getOutputStream().write(CHUNKED.getBytes(UTF_8));
                  client.close();
                });
        var call = open(server, LONG, 100)) {
      call.head();
      call.read();
      assertThatThrownBy(call::read)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("answer broke off: ");
    }
  }

  @Test
  void slowNameResolutionIsATimeout() {
    var never = new CountDownLatch(1);
    NameResolver slow =
        host -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new UnknownHostException(host);
        };
    try (var client = client(slow, SHORT);
        var call = client.open(get("http://slow.example/"), LONG, 100)) {
      assertThatThrownBy(call::head).isInstanceOf(HttpTimeoutException.class);
    } finally {
      never.countDown();
    }
  }

  @Test
  void closingTheClientEndsEveryCallAndPreventsNewOnes() throws Exception {
    try (var server = KeepingServer.saying(CHUNKED);
        var call = open(server, LONG, 100)) {
      call.head();
      call.read();
      var outcome = later(call::read);
      http.close();

      assertThat(outcome.get()).hasMessage("call was closed");
      until(() -> server.open() == 0);
      try (var late = open(server, LONG, 100)) {
        assertThatThrownBy(late::head).isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  @Failures("F54")
  void theNextCallReplacesAWatchThatDied() throws Exception {
    var started = new AtomicInteger();
    Executor failing =
        task -> {
          if (started.getAndIncrement() == 0) {
            Thread.ofVirtual()
                .start(
                    () -> {
                      Thread.currentThread().interrupt();
                      task.run();
                    });
          } else {
            THREADS.execute(task);
          }
        };
    var watch = new CallWatch(failing);
    var closed = new AtomicInteger();
    var ticked = new CountDownLatch(1);
    var call =
        new CallWatch.Watched() {
          @Override
          public void tick() {
            ticked.countDown();
            throw new OutOfMemoryError("as on a full heap");
          }

          @Override
          public void close() {
            closed.incrementAndGet();
          }
        };
    until(
        () -> {
          watch.add(call);
          return ticked.getCount() == 0;
        });
    assertThat(started.get()).isEqualTo(2);

    watch.close();
    assertThat(closed.get()).isEqualTo(1);
  }

  @Test
  void aFinishedCallNeedsNoThread() throws Exception {
    var running = new AtomicInteger();
    Executor counted =
        task ->
            THREADS.execute(
                () -> {
                  running.incrementAndGet();
                  try {
                    task.run();
                  } finally {
                    running.decrementAndGet();
                  }
                });
    try (var server = KeepingServer.saying(KeepingServer.OK);
        var client = OutboundHttp.forOperatorAddresses(counted, LONG)) {
      try (var call = client.open(OutboundRequest.get(at(server, "/"), Map.of()), LONG, 100)) {
        call.head();
        text(call);
      }
      until(() -> running.get() == 0);
    }
  }
}
