package io.awaken.core.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Failures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class OutboundHttpTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
  private static final String CHUNKED =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n";

  @AutoClose private final OutboundHttp http = OutboundHttp.forOperatorAddresses(THREADS, LONG);

  @Test
  void aRequestIsSentAsItIsAndItsAnswerRead() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK);
        var call =
            http.open(
                OutboundRequest.post(
                    at(server, "/a%20b?c=d%26e"),
                    Map.of("X-Name", "Zürich"),
                    "body".getBytes(UTF_8)),
                LONG,
                100)) {
      assertThat(call.head().status()).isEqualTo(200);
      assertThat(text(call)).isEqualTo("ok");
      assertThat(server.heads().getFirst())
          .startsWith("POST /a%20b?c=d%26e HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\n")
          .contains("\r\nX-Name: Zürich\r\n", "\r\nContent-Length: 4\r\n")
          .doesNotContain("Accept-Encoding", "Cookie", "Connection", "Expect");
    }
  }

  @Test
  void connectionsAreUsedAgainWhenTheirAnswerWasRead() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK)) {
      for (int i = 0; i < 5; i++) {
        read(server);
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aConnectionThatTheServerClosedMeanwhileIsNotUsed() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK)) {
      read(server);
      server.closeConnections();
      until(() -> server.open() == 0);

      read(server);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void aConnectionOnWhichMoreCameThanWasAskedIsNotUsed() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK + "HTTP/1.1 200 Smuggled\r\n\r\n")) {
      read(server);
      read(server);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void anUnusedConnectionIsClosedAtTheSecondLook() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK)) {
      read(server);
      http.closeUnused();
      assertThat(server.open()).isEqualTo(1);

      http.closeUnused();
      until(() -> server.open() == 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "close"})
  void aConnectionThatTheServerDoesNotKeepIsClosed(String answer) throws Exception {
    String close = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    try (var server = KeepingServer.saying("close".equals(answer) ? close : answer)) {
      read(server);
      until(() -> server.open() == 0);
    }
  }

  @Test
  void anAnswerWithoutABodyEndsAtOnce() throws Exception {
    try (var server = KeepingServer.saying("HTTP/1.1 204 No Content\r\n\r\n")) {
      for (int i = 0; i < 2; i++) {
        try (var call = open(server, LONG, 0)) {
          assertThat(call.head().status()).isEqualTo(204);
          assertThat(call.read()).isNull();
        }
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

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
  void closingEndsTheLookUpOfTheName() throws Exception {
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
  void aPeerThatDoesNotReadTheRequestIsATimeout() throws Exception {
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
  void aReaderThatTakesItsTimeIsNotTakenForASilentPeer() throws Exception {
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
  void anAnswerOverItsLimitIsRefused() throws Exception {
    try (var server = KeepingServer.saying(KeepingServer.OK);
        var call = open(server, LONG, 1)) {
      call.head();
      assertThatThrownBy(call::read)
          .isInstanceOf(IOException.class)
          .hasMessage("answer has more than 1 bytes");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not HTTP\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        ""
      })
  void anAnswerThatIsNotHttpIsAnError(String answer) throws Exception {
    try (var server =
            KeepingServer.answering(
                (head, client) -> {
                  client.getOutputStream().write(answer.getBytes(UTF_8));
                  client.shutdownOutput();
                });
        var call = open(server, LONG, 100)) {
      assertThatThrownBy(call::head)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("no answer: ");
    }
  }

  @Test
  void aHeadWithoutEndIsRefused() throws Exception {
    try (var server =
            KeepingServer.answering(
                (head, client) -> {
                  client.getOutputStream().write("HTTP/1.1 200 OK\r\n".getBytes(UTF_8));
                  byte[] line = "X: y\r\n".getBytes(UTF_8);
                  for (int i = 0; i < 10_000; i++) {
                    client.getOutputStream().write(line);
                  }
                });
        var call = open(server, LONG, 100)) {
      assertThatThrownBy(call::head).isInstanceOf(IOException.class);
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
  void everyAddressOfANameIsTried() throws Exception {
    var nowhere = InetAddress.getByName("127.0.0.2");
    try (var server = KeepingServer.saying(KeepingServer.OK);
        var client = client(host -> List.of(nowhere, InetAddress.getLoopbackAddress()), LONG);
        var call = client.open(get("http://two.example:" + server.port() + "/"), LONG, 100)) {
      assertThat(call.head().status()).isEqualTo(200);
      assertThat(server.heads().getFirst()).contains("Host: two.example:" + server.port());
    }
  }

  @Test
  void nothingListensAndNothingIsFound() throws Exception {
    int port;
    try (var server = KeepingServer.saying(KeepingServer.OK)) {
      port = server.port();
    }
    try (var call = http.open(get("http://127.0.0.1:" + port + "/"), LONG, 100)) {
      assertThatThrownBy(call::head).hasRootCauseInstanceOf(ConnectException.class);
    }
    try (var call = http.open(get("http://no.such.host.invalid/"), LONG, 100)) {
      assertThatThrownBy(call::head)
          .hasMessage("no answer: no address of no.such.host.invalid is known");
    }
  }

  @Test
  void aSlowLookUpIsATimeout() {
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
  void closingTheClientEndsEveryCallAndLetsNoneBegin() throws Exception {
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
  void aCallThatIsOverNeedsNoThread() throws Exception {
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

  private static OutboundHttp client(NameResolver names, Duration patience) {
    return new OutboundHttp(
        new Connector(names, AddressPolicy.ANY, OutboundHttp.defaultTls(), THREADS, patience),
        Route::direct);
  }

  /** The timeout of the class ends the wait. */
  private static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.yield();
    }
  }

  private interface Step {
    Object take() throws IOException, InterruptedException;
  }

  private static CompletableFuture<Throwable> later(Step step) {
    var outcome = new CompletableFuture<Throwable>();
    THREADS.execute(
        () -> {
          try {
            outcome.completeExceptionally(new AssertionError("got " + step.take()));
          } catch (IOException | InterruptedException e) {
            outcome.complete(e);
          }
        });
    return outcome;
  }

  private void read(KeepingServer server) throws Exception {
    try (var call = open(server, LONG, 100)) {
      assertThat(call.head().status()).isEqualTo(200);
      assertThat(text(call)).isEqualTo("ok");
    }
  }

  private OutboundCall open(KeepingServer server, Duration idle, long maxBytes) {
    return http.open(OutboundRequest.get(at(server, "/"), Map.of()), idle, maxBytes);
  }

  private static OutboundRequest get(String address) {
    return OutboundRequest.get(URI.create(address), Map.of());
  }

  private static URI at(KeepingServer server, String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  private static String text(OutboundCall call) throws Exception {
    var bytes = new ByteArrayOutputStream();
    for (ByteBuffer next = call.read(); next != null; next = call.read()) {
      bytes.write(next.array(), next.arrayOffset() + next.position(), next.remaining());
    }
    return bytes.toString(UTF_8);
  }
}
