package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.launch.Folders;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A server with 512 MB of heap and threads longer than that; callers of another tenant are not
 * affected.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
abstract class LongThreadContract {

  private static final int MESSAGES = 1_000;
  static final int AT_ONCE = 4;
  private static final int LENGTH = (1 << 20) - 1;
  static final String THREAD = "long";

  @AutoClose final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  final String text = randomText();
  private final AtomicBoolean done = new AtomicBoolean();
  private Workplace at;
  private ServerProcess server;
  Api api;
  private Api others;
  private Future<Integer> othersRuns;

  abstract Map<String, String> database();

  @BeforeAll
  void start() throws Exception {
    at = Workplace.of(getClass()).withJvm("-Xmx512m");
    at.documents()
        .agent("quick", 0, Turns.says("It is fine."))
        .agent("slow", 100, Turns.says(Turns.words(20)));
    var tokens = new Tokens();
    var settings = new HashMap<>(database());
    settings.putAll(tokens.settings(at.folder()));
    settings.putAll(
        Map.of(
            "awaken.http.max-body", "8388608",
            "awaken.http.submits-per-minute", "0",
            "awaken.stream.per-caller", "100",
            "awaken.threads.max-bytes", String.valueOf(1L << 32)));
    server = Servers.start(at, settings);
    api = new Api(server.port(), tokens.good("acme", "ann"));
    others = new Api(server.port(), tokens.good("other", "bob"));
    othersRuns = clients.submit(this::othersRun);
  }

  @AfterAll
  void stop() throws IOException {
    done.set(true);
    if (server != null) {
      server.close();
      api.close();
      others.close();
      // Gigabytes of random text, of no use for an analysis.
      Folders.delete(at.data());
    }
  }

  /** Text that no database can compress. */
  private static String randomText() {
    var random = new Random(17);
    var text = new StringBuilder(LENGTH);
    for (int i = 0; i < LENGTH; i++) {
      text.append((char) ('0' + random.nextInt(75)));
    }
    return text.toString().replace('\\', '/');
  }

  private int othersRun() throws Exception {
    int runs = 0;
    while (!done.get()) {
      assertEnds(send(others, "others", "quick", 1, "hello"));
      runs++;
    }
    return runs;
  }

  static HttpResponse<String> send(Api by, String thread, String agent, int messages, String text)
      throws Exception {
    String message = "{\"role\":\"user\",\"content\":\"" + text + "\"}";
    String body =
        Stream.generate(() -> message)
            .limit(messages)
            .collect(
                Collectors.joining(
                    ",",
                    "{\"agent_id\":\""
                        + agent
                        + "\",\"thread_id\":\""
                        + thread
                        + "\",\"messages\":[",
                    "]}"));
    return by.answer("POST", "v1/runs", body);
  }

  static void assertEnds(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).contains("\"natural_end\"");
  }

  /** The server was not restarted: an OutOfMemoryError would have ended the process. */
  @AfterEach
  void theServerIsAliveAndOthersWork() throws Exception {
    assertThat(ProcessHandle.of(server.pid()).orElseThrow().isAlive()).isTrue();
    assertThat(api.status("health/live")).isEqualTo(200);
    assertThat(api.status("health")).isEqualTo(200);
    if (othersRuns.isDone()) {
      // Fails with the response that the other callers got.
      othersRuns.get();
    }
  }

  @Test
  @Order(1)
  void runsOnAThreadOf1000MebibyteMessagesEnd() throws Exception {
    for (int i = 0; i < MESSAGES; i += AT_ONCE) {
      assertEnds(send(api, THREAD, "quick", AT_ONCE, text));
    }
    long before = System.nanoTime();
    assertEnds(send(api, THREAD, "quick", 1, "hello"));
    System.getLogger(getClass().getName())
        .log(
            System.Logger.Level.INFO,
            "the last run took {0} ms",
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before));
  }
}
