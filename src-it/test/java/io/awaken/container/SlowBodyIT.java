package io.awaken.container;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** Clients that send their bodies byte by byte, partially, or not at all. */
@Nightly("deploys for slow clients; RequestLimitsTest and AwaitedBodiesTest cover the limits")
class SlowBodyIT extends ApiContainerTest {

  /** More than any client here sends within the time limit of a body. */
  private static final int LENGTH = 100_000;

  /** More than the limit, and more than fits into the buffers of a connection with small ones. */
  private static final int TOO_LARGE = 1_500_000;

  private static final int SMALL_BUFFER = 16_384;

  /** Number of requests that may wait for their bodies; enough for all routes at once. */
  private static final int PATIENT = 16;

  private static final int TIMEOUT_MILLIS = 20_000;
  private static final long PAUSE_NANOS = 50_000_000;

  @ArquillianResource private URL at;

  @Deployment
  static WebArchive archive() {
    return AwakenArchive.asBuilt()
        .addAsResource(
            new StringAsset(
                "awaken.http.body-time=PT5S\nawaken.http.max-requests=" + 2 * PATIENT + "\n"),
            "META-INF/microprofile-config.properties");
  }

  @Test
  @Timeout(60)
  @Rows(233)
  @Attacks("S32")
  void everyRouteRefusesASlowBodyWhenItsTimeIsOver() throws Exception {
    List<Operation> operations = Operation.withBody();
    assertThat(operations).hasSizeBetween(11, PATIENT);
    var slow = new ArrayList<Socket>();
    try {
      for (Operation operation : operations) {
        slow.add(sending(operation.method(), operation.missingPath(), ""));
      }
      dribble(slow);

      for (int i = 0; i < slow.size(); i++) {
        assertThat(answer(slow.get(i)))
            .as(operations.get(i).id())
            .startsWith("http/1.1 408")
            .contains("connection: close");
      }
    } finally {
      for (Socket each : slow) {
        each.close();
      }
    }
    assertThat(api.postJson("/v1/threads", "{}").status()).isEqualTo(201);
  }

  @Test
  @Timeout(60)
  @Attacks("S32")
  void clientsThatSendNoBodyOccupyAtMostHalfOfTheSlots() throws Exception {
    var silent = new ArrayList<Socket>();
    try {
      for (int i = 0; i <= PATIENT; i++) {
        silent.add(sending("POST", "/v1/threads", i == 1 ? "{" : ""));
      }
      assertThat(answer(firstAnswered(silent)))
          .startsWith("http/1.1 503")
          .contains("retry-after: 1", "connection: close");

      awaitInFlight(PATIENT);
      assertThat(api.get("/v1/agents").status()).isEqualTo(200);
      assertThat(api.get("/v1/threads/nothing").status()).isEqualTo(404);
      awaitInFlight(PATIENT);
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
    awaitInFlight(0);
    assertThat(api.postJson("/v1/threads", "{}").status()).isEqualTo(201);
  }

  /**
   * A client that disconnects reads no response, so this checks the metric of the status that it
   * would have had. WildFly has discarded the request by then.
   */
  @Test
  @Timeout(60)
  @DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
  void aClientThatDisconnectsWithinItsBodyIsNotCountedAsAServerError() throws Exception {
    double answeredBefore = runsAnswered("");
    try (Socket gone = sending("POST", "/v1/runs", "{\"agent_id\":")) {
      awaitInFlight(1);
      gone.setSoLinger(true, 0);
    }

    while (runsAnswered("") == answeredBefore) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    assertThat(runsAnswered("400")).isOne();
  }

  /** Closing the connection at once would make the client's system lose the answer. */
  @Test
  @Timeout(60)
  @Failures("F37")
  void aClientThatIsStillSendingATooLargeBodyReadsTheRefusal() throws Exception {
    try (Socket sending = connected()) {
      sending.setSendBufferSize(SMALL_BUFFER);
      send(sending, head("POST", "/v1/runs", TOO_LARGE));
      send(sending, "x".repeat(TOO_LARGE));

      assertThat(answer(sending)).startsWith("http/1.1 413").contains("connection: close");
    }
  }

  private Socket sending(String method, String path, String begin) throws IOException {
    Socket socket = connected();
    send(socket, head(method, path, LENGTH) + begin);
    return socket;
  }

  private Socket connected() throws IOException {
    var socket = new Socket(at.getHost(), at.getPort());
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return socket;
  }

  private String head(String method, String path, int length) {
    return "%s %s HTTP/1.1\r\nHost: %s:%d\r\nContent-Type: application/json\r\n"
            .formatted(method, path, at.getHost(), at.getPort())
        + "Content-Length: %d\r\n\r\n".formatted(length);
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
  }

  private static Socket firstAnswered(List<Socket> sockets) throws IOException {
    while (!Thread.currentThread().isInterrupted()) {
      for (Socket each : sockets) {
        if (each.getInputStream().available() > 0) {
          return each;
        }
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new AssertionError("no client got a response");
  }

  /** Sends a byte to each socket now and then, until all have responses. */
  private static void dribble(List<Socket> sockets) {
    var unanswered = new ArrayList<>(sockets);
    while (!unanswered.isEmpty() && !Thread.currentThread().isInterrupted()) {
      unanswered.removeIf(socket -> !acceptsMore(socket));
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** A server that has responded may reject more bytes. */
  private static boolean acceptsMore(Socket socket) {
    try {
      if (socket.getInputStream().available() > 0) {
        return false;
      }
      OutputStream out = socket.getOutputStream();
      out.write(' ');
      out.flush();
      return true;
    } catch (IOException e) {
      // The response can still be read, or the test fails.
      return false;
    }
  }

  /** Status line and headers, in lower case. */
  private static String answer(Socket socket) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    var head = new StringBuilder();
    for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
      head.append(line.toLowerCase(Locale.ROOT)).append('\n');
    }
    return head.toString();
  }

  /** Waits until the timeout of the test. */
  private void awaitInFlight(int requests) {
    while (metrics("awaken_http_requests_in_flight ") != requests) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private double runsAnswered(String status) {
    return metrics(
        "awaken_http_requests_total{method=\"POST\",route=\"/v1/runs\",status=\"" + status);
  }

  private double metrics(String begin) {
    return api.get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(begin))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }
}
