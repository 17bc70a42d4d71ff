package io.awaken.core.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.outbound.Connector.AddressPolicy;
import io.awaken.core.outbound.Connector.NameResolver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;

/** Shared by the tests of outbound calls: a client, and local servers that it calls. */
@Timeout(60)
abstract class OutboundCalls {

  static final Duration LONG = Duration.ofSeconds(30);
  static final Duration SHORT = Duration.ofMillis(300);
  static final Executor THREADS = task -> Thread.ofVirtual().start(task);
  static final String CHUNKED =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n";

  @AutoClose final OutboundHttp http = OutboundHttp.forOperatorAddresses(THREADS, LONG);

  static OutboundHttp client(NameResolver names, Duration patience) {
    return new OutboundHttp(
        new Connector(names, AddressPolicy.ANY, OutboundHttp.defaultTls(), THREADS, patience),
        ConnectionRoute::direct);
  }

  /** The timeout of the class ends the wait. */
  static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.yield();
    }
  }

  interface Step {
    Object take() throws IOException, InterruptedException;
  }

  static CompletableFuture<Throwable> later(Step step) {
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

  void read(KeepingServer server) throws Exception {
    try (var call = open(server, LONG, 100)) {
      assertThat(call.head().status()).isEqualTo(200);
      assertThat(text(call)).isEqualTo("ok");
    }
  }

  OutboundCall open(KeepingServer server, Duration idle, long maxBytes) {
    return http.open(OutboundRequest.get(at(server, "/"), Map.of()), idle, maxBytes);
  }

  static OutboundRequest get(String address) {
    return OutboundRequest.get(URI.create(address), Map.of());
  }

  static URI at(KeepingServer server, String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  static String text(OutboundCall call) throws Exception {
    var bytes = new ByteArrayOutputStream();
    for (ByteBuffer next = call.read(); next != null; next = call.read()) {
      bytes.write(next.array(), next.arrayOffset() + next.position(), next.remaining());
    }
    return bytes.toString(UTF_8);
  }
}
