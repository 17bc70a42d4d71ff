package io.awaken.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Requests that wait for a slot. The server processes one at a time, so all others wait; the
 * timeout is longer than the default, since test machines are slow.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Rows(228)
@Nightly("a thousand requests; RequestGateTest covers each rule of waiting")
@BesideOthers
class RequestWaitIT {

  private static final int BURST = 1_000;

  private final Tokens tokens = new Tokens();
  private ServerProcess server;
  private Api api;

  @BeforeAll
  void start() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.documents().agent("quick", 0, Turns.says("Hello."));
    Map<String, String> settings = new HashMap<>(tokens.settings(at.folder()));
    settings.put("awaken.http.max-requests", "1");
    settings.put("awaken.http.max-wait", "PT60S");
    settings.put("awaken.http.submits-per-minute", "0");
    server = Servers.start(at, settings);
    api = new Api(server.port(), tokens.good("acme", "ada", "clerk"));
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
      api.close();
    }
  }

  /** The server has 200 request threads: if each waiting request held one, it would not respond. */
  @Test
  @Timeout(180)
  void aBurstOfAThousandRequestsIsServedWithoutHoldingThreads() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> burst = new ArrayList<>();
    try (Holder holder = new Holder()) {
      for (int i = 0; i < BURST; i++) {
        burst.add(api.answerLater("POST", "v1/threads", "{\"title\":\"" + i + "\"}"));
      }
      awaitWaiting(BURST);

      assertThat(api.status("health")).isEqualTo(200);
      holder.release();
    }
    for (var answer : burst) {
      HttpResponse<String> response = answer.get();
      assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }
    assertThat(api.get("metrics"))
        .contains("\nawaken_http_requests_in_flight 0", "\nawaken_http_requests_waiting 0")
        .contains("awaken_http_requests_total{method=\"POST\",route=\"/v1/threads\"");
  }

  @Test
  @Timeout(120)
  void aRunThatHadToWaitIsStreamedAsItsCaller() throws Exception {
    List<Frame> frames;
    try (Holder holder = new Holder()) {
      var stream = api.runLater("quick");
      awaitWaiting(1);
      holder.release();
      frames = new EventStream(stream.get().body()).readToEnd();
    }

    assertThat(frames.getLast().type()).isEqualTo("run_finish");
    String run = frames.getFirst().field("run_id");
    assertThat(api.status("v1/runs/" + run)).isEqualTo(200);
    try (Api rival = new Api(server.port(), tokens.good("rival", "ada", "clerk"))) {
      assertThat(rival.status("v1/runs/" + run)).isEqualTo(404);
    }
  }

  @Test
  @Timeout(120)
  void asynchronousRequestsAndLateBodiesWaitLikeAllOthers() throws Exception {
    String run;
    try (EventStream quick = api.run("quick")) {
      run = quick.readToEnd().getFirst().field("run_id");
    }
    try (Holder holder = new Holder();
        Socket late = sending("{\"title\"")) {
      var waited = api.getLater("v1/runs/" + run + "/wait");
      awaitWaiting(2);
      holder.release();
      late.getOutputStream().write(":\"late\"}".getBytes(US_ASCII));

      assertThat(waited.get().statusCode()).isEqualTo(200);
      assertThat(answer(late)).contains("201");
    }
  }

  private void awaitWaiting(int requests) throws InterruptedException {
    Conditions.await(
        requests + " requests to wait",
        () -> api.get("metrics").contains("\nawaken_http_requests_waiting " + requests + "."));
  }

  private Socket sending(String begin) throws IOException {
    var socket = new Socket("127.0.0.1", server.port());
    String head =
        "POST /v1/threads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Authorization: Bearer "
            + tokens.good("acme", "ada", "clerk")
            + "\r\nContent-Length: 16\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write((head + begin).getBytes(US_ASCII));
    return socket;
  }

  private static String answer(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
  }

  /** A request that occupies the only slot until its body is complete. */
  private final class Holder implements AutoCloseable {

    private final Socket socket;

    private Holder() throws Exception {
      socket = sending("{\"title\"");
      Conditions.await(
          "the slot to be occupied",
          () -> api.get("metrics").contains("\nawaken_http_requests_in_flight 1"));
    }

    private void release() throws IOException {
      socket.getOutputStream().write(":\"slow\"}".getBytes(US_ASCII));
      assertThat(answer(socket)).contains("201");
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
