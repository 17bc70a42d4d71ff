package io.awaken.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Readers on real connections that stop reading or disconnect. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("readers keep their connections until a deadline")
class StalledReaderIT {

  /** More events than the buffers of both ends can hold. */
  private static final int MANY = 60_000;

  /** Lets the reader receive the run's first events, which might not arrive after all words. */
  private static final int BEFORE_THE_WORDS_MS = 3_000;

  /**
   * The deadline of writes. No reader is disconnected earlier; a run that waited for a reader would
   * end later.
   */
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private static final Pattern RUN = Pattern.compile("\"run_id\":\"([^\"]+)\"");

  /** TCP state CLOSE_WAIT: the peer has closed its side, and the server has not. */
  private static final String CLOSE_WAIT = "08";

  private ServerProcess server;
  private Api api;

  @BeforeAll
  void start() throws Exception {
    Workplace at = Workplace.of(getClass());
    var talk = Map.of("text", Turns.words(MANY), "delay_ms", BEFORE_THE_WORDS_MS);
    at.documents().agent("talker", 0, talk);
    server = Servers.start(at, Map.of("awaken.stream.write-deadline", DEADLINE.toString()));
    api = new Api(server.port());
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
      api.close();
    }
  }

  @Test
  @Timeout(300)
  @Failures("F41")
  void aStalledReaderDoesNotDelayItsRunAndIsDisconnected() throws Exception {
    long start = System.nanoTime();
    try (Socket stalled = reader()) {
      String run = runOf(stalled);

      Conditions.await("the run's end", () -> done(run));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE);
      stalled.shutdownOutput();
      Conditions.await("the end of the stream", () -> streams() == 0);
      Conditions.await("the end of the connection", () -> waitingForTheServer() == 0);
    }
  }

  @Test
  @Timeout(300)
  @Failures("F41")
  void aDisconnectedReaderIsReleasedAndItsRunContinues() throws Exception {
    String run;
    try (Socket gone = reader()) {
      run = runOf(gone);
    }

    Conditions.await("the run's end", () -> done(run));
    Conditions.await("the end of the stream", () -> streams() == 0);
    Conditions.await("the end of the connection", () -> waitingForTheServer() == 0);
  }

  /** A reader that starts a run and has a small receive buffer. */
  private Socket reader() throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
    String body =
        "{\"agent_id\":\"talker\",\"messages\":[{\"role\":\"user\",\"content\":\"talk\"}]}";
    String request =
        "POST /v1/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: %d\r\n\r\n%s".formatted(body.length(), body);
    socket.getOutputStream().write(request.getBytes(UTF_8));
    socket.getOutputStream().flush();
    return socket;
  }

  /** Reads the run's id from its first event. */
  private static String runOf(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    var received = new StringBuilder();
    Matcher named = RUN.matcher(received);
    for (int next = in.read(); next >= 0; next = in.read()) {
      received.append((char) next);
      if (next == '}' && named.reset().find()) {
        return named.group(1);
      }
    }
    throw new AssertionError("the stream ended after " + received);
  }

  private boolean done(String run) throws IOException, InterruptedException {
    return api.get("v1/runs/" + run).contains("\"status\":\"done\"");
  }

  private int streams() throws IOException, InterruptedException {
    return api.get("metrics")
        .lines()
        .filter(line -> line.startsWith("awaken_sse_connections "))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElseThrow();
  }

  private long waitingForTheServer() throws IOException {
    String port = ":%04X".formatted(server.port());
    long count = 0;
    for (String table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
      try (Stream<String> rows = Files.lines(Path.of(table))) {
        count +=
            rows.map(row -> row.strip().split("\\s+"))
                .filter(row -> row[1].endsWith(port) && row[3].equals(CLOSE_WAIT))
                .count();
      }
    }
    return count;
  }
}
