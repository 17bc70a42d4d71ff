package io.awaken.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Failures;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The JDK's client ends for ever when its own thread dies. */
@Failures("F54")
@Timeout(60)
class OutboundHttpRestoreTest {

  private static final Duration IDLE = Duration.ofSeconds(20);

  @AutoClose private final CapturedLog log = new CapturedLog(OutboundHttp.class);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Thread> before = clientThreads();
  private final OutboundHttp http = OutboundHttp.forOperatorAddresses(threads, IDLE);
  private HttpServer server;

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void end() {
    http.close();
    server.stop(0);
    threads.close();
  }

  @Test
  void aClientWhoseThreadDiedIsReplacedAtTheNextRequest() throws Exception {
    assertThat(status()).isEqualTo(204);
    kill();
    assertThat(http.works()).isFalse();

    assertThat(status()).isEqualTo(204);

    assertThat(http.works()).isTrue();
    assertThat(log.warnings()).containsExactly("The HTTP client had died and was replaced");
  }

  @Test
  void aClientWhoseThreadDiedIsReplacedByItsSupervisor() throws Exception {
    kill();

    http.restore();
    http.restore();

    assertThat(http.works()).isTrue();
    assertThat(log.warnings()).hasSize(1);
    assertThat(status()).isEqualTo(204);
  }

  @Test
  void aClosedClientIsNotReplaced() {
    http.close();

    assertThat(http.works()).isTrue();
    http.restore();

    assertThat(log.warnings()).isEmpty();
  }

  private int status() throws Exception {
    var address = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
    try (var call = http.open(OutboundRequest.get(address, Map.of()), IDLE, 1_000)) {
      return call.head().status();
    }
  }

  /** Its loop ends by an interrupt as by an error. */
  private void kill() throws InterruptedException {
    for (Thread thread : clientThreads()) {
      if (!before.contains(thread)) {
        thread.interrupt();
        thread.join();
      }
    }
  }

  private static Set<Thread> clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("SelectorManager"))
        .collect(Collectors.toSet());
  }
}
