package io.awaken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.awaken.protocol.events.SampleRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the load against a server with fixed responses. */
class LoadTest {

  private static final byte[] REQUEST =
      "POST /v1/runs HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);
  private static final String START = "id: 1-1\ndata: {\"seq\":1,\"event_type\":\"run_start\"}\n\n";
  private static final String TOOL = "data: {\"event_type\":\"tool_call_done\"}\n\n";
  private static final String TOKEN =
      "data: {\"event_type\":\"text_delta\",\"delta\":\"00000000zz \"}\n\n";
  private static final String FINISH =
      "data: {\"event_type\":\"run_finish\",\"termination\":{\"type\":\"natural_end\"}}\n\n";

  private final AtomicInteger served = new AtomicInteger();
  private final Set<String> paths = ConcurrentHashMap.newKeySet();
  private HttpServer server;
  private volatile String answer = START + TOOL + FINISH;
  private volatile int status = 200;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    served.incrementAndGet();
    paths.add(exchange.getRequestURI().getPath());
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(status, 0);
    try (var body = exchange.getResponseBody()) {
      body.write(answer.getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Test
  void aClosedLoopAccountsForEveryRequest() throws IOException {
    Reading reading = new RunLoad(server.getAddress(), REQUEST).closed(4, Duration.ofMillis(200));

    assertThat(reading.sent()).isPositive().isEqualTo(served.get());
    assertThat(reading.lost()).isZero();
    assertThat(reading.terminal().getTotalCount()).isEqualTo(reading.sent());
    assertThat(reading.firstEvent().getTotalCount()).isEqualTo(reading.sent());
    assertThat(reading.perSecond()).isPositive();
  }

  @Test
  void anOpenLoopSendsAtItsRate() throws IOException {
    Reading reading = new RunLoad(server.getAddress(), REQUEST).open(500, Duration.ofMillis(400));

    assertThat(reading.sent()).isBetween(140, 260).isEqualTo(served.get());
    assertThat(reading.lost()).isZero();
  }

  @Test
  void anOpenLoopCountsTheOpenRequestsEverySecond() throws IOException {
    Reading reading = new RunLoad(server.getAddress(), REQUEST).open(50, Duration.ofMillis(1_100));

    assertThat(reading.open()).hasSize(1);
    assertThat(reading.open().getFirst()).isBetween(0, 50);
  }

  @Test
  void timesACallerFromTheEndOfItsDelegate() throws IOException {
    answer = START + FINISH.replace("}}", "},\"delegate\":{\"depth\":1}}") + TOOL + FINISH;

    Reading reading = new RunLoad(server.getAddress(), REQUEST).closed(1, Duration.ofMillis(50));

    assertThat(reading.lost()).isZero();
    assertThat(reading.resumed().getTotalCount()).isEqualTo(reading.sent());
  }

  @Test
  void countsARunWithoutItsLastEventAsLost() throws IOException {
    answer = START + TOOL;

    Reading reading = new RunLoad(server.getAddress(), REQUEST).closed(1, Duration.ofMillis(50));

    assertThat(reading.lost()).isPositive().isEqualTo(reading.sent());
    assertThat(reading.failures()).containsOnlyKeys("no last event");
  }

  @Test
  void countsARefusalAsLostByItsStatus() throws IOException {
    status = 503;

    Reading reading = new RunLoad(server.getAddress(), REQUEST).closed(1, Duration.ofMillis(50));

    assertThat(reading.failures()).containsOnlyKeys("status 503");
  }

  @ParameterizedTest
  @EnumSource
  void readsStreamsOfEveryProtocolToTheEnd(Protocol protocol) throws IOException {
    var run = SampleRun.begins().step().says("00000000zz ", "00000000zz ").endStep().ends();
    answer = EventLineTest.stream(protocol, run);

    try (var load =
        new StreamLoad(server.getAddress(), protocol, "agent", 10, 2, Duration.ofMillis(50))) {
      Reading reading = load.awaitOver(Duration.ofSeconds(30));

      assertThat(reading.failures()).isEmpty();
      assertThat(reading.succeeded()).isEqualTo(10);
      assertThat(reading.lostTokens()).isZero();
      assertThat(reading.firstEvent().getTotalCount()).isEqualTo(10);
      assertThat(reading.jitter().getTotalCount()).isEqualTo(10);
      assertThat(paths).containsOnly(protocol.path("agent"));
    }
  }

  @Test
  void countsTheMissingTokensOfAStream() throws IOException {
    answer = START + TOKEN + TOKEN + FINISH;

    try (var load =
        new StreamLoad(
            server.getAddress(), Protocol.NATIVE, "agent", 10, 3, Duration.ofMillis(50))) {
      Reading reading = load.awaitOver(Duration.ofSeconds(5));

      assertThat(reading.succeeded()).isEqualTo(10);
      assertThat(reading.lostTokens()).isEqualTo(10);
      assertThat(reading.jitter().getTotalCount()).isEqualTo(10);
    }
  }
}
