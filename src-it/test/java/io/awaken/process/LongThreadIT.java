package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Nightly;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
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
 * A server with 512 MB of heap, threads that are longer than that, and callers of another tenant
 * who notice nothing.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Nightly("writes and reads gigabytes")
class LongThreadIT {

  private static final int MESSAGES = 1_000;
  private static final int AT_ONCE = 4;
  private static final int LENGTH = (1 << 20) - 1;
  private static final String THREAD = "long";

  @AutoClose private final PostgreSql postgres = new PostgreSql();
  @AutoClose private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final String text = randomText();
  private final AtomicBoolean done = new AtomicBoolean();
  private ServerProcess server;
  private Api api;
  private Api others;
  private Future<Integer> othersRuns;

  @BeforeAll
  void start() throws Exception {
    Workplace at = Workplace.of(getClass()).withJvm("-Xmx512m");
    at.documents()
        .agent("quick", 0, Turns.says("It is fine."))
        .agent("slow", 100, Turns.says(Turns.words(20)));
    var tokens = new Tokens();
    var settings = new HashMap<>(postgres.settings());
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
  void stop() {
    done.set(true);
    if (server != null) {
      server.close();
      api.close();
      others.close();
    }
  }

  /** Text that no database makes smaller. */
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
      assertEnds(says(others, "others", "quick", 1, "hello"));
      runs++;
    }
    return runs;
  }

  private static HttpResponse<String> says(
      Api by, String thread, String agent, int messages, String text) throws Exception {
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

  private static void assertEnds(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).contains("\"natural_end\"");
  }

  /** Nothing was restarted: whatever took all memory would have ended the process. */
  @AfterEach
  void theServerIsAliveAndOthersWork() throws Exception {
    assertThat(ProcessHandle.of(server.pid()).orElseThrow().isAlive()).isTrue();
    assertThat(api.status("health/live")).isEqualTo(200);
    assertThat(api.status("health")).isEqualTo(200);
    if (othersRuns.isDone()) {
      // Says what was answered to them.
      othersRuns.get();
    }
  }

  @Test
  @Order(1)
  void aThreadOf1000MessagesOfOneMebibyteEndsItsRunsWithinTheWindow() throws Exception {
    for (int i = 0; i < MESSAGES; i += AT_ONCE) {
      assertEnds(says(api, THREAD, "quick", AT_ONCE, text));
    }
    long before = System.nanoTime();
    assertEnds(says(api, THREAD, "quick", 1, "hello"));
    System.getLogger(getClass().getName())
        .log(
            System.Logger.Level.INFO,
            "the last run took {0} ms",
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before));
  }

  @Test
  @Order(2)
  void itsMessagesAndEventsAreReadInPages() throws Exception {
    String page = api.get("v1/threads/" + THREAD + "/messages?limit=200");
    assertThat(page.length()).isLessThan(3 << 20);
    assertThat(page).contains("\"has_more\":true");
    List<Callable<String>> readers =
        Collections.nCopies(
            20, () -> api.get("v1/threads/" + THREAD + "/messages?limit=200&order=desc"));
    for (Future<String> read : clients.invokeAll(readers)) {
      assertThat(read.get()).contains("\"next_cursor\"");
    }
  }

  @Test
  @Order(3)
  void manyRunsOnLongThreadsShareTheMemory() throws Exception {
    int threads = 30;
    for (int i = 0; i < threads; i++) {
      for (int said = 0; said < 2; said++) {
        assertEnds(says(api, "long-" + i, "quick", AT_ONCE, text));
      }
    }
    var runs = new ArrayList<Callable<HttpResponse<String>>>();
    for (int i = 0; i < threads; i++) {
      String thread = "long-" + i;
      runs.add(() -> says(api, thread, "slow", 1, "hello"));
    }
    for (Future<HttpResponse<String>> run : clients.invokeAll(runs)) {
      assertEnds(run.get());
    }
  }

  @Test
  @Order(4)
  void manyLargeBodiesAtOnceAreReadOrRefused() throws Exception {
    var posts = new ArrayList<Callable<HttpResponse<String>>>();
    for (int i = 0; i < 60; i++) {
      String thread = "body-" + i;
      posts.add(() -> says(api, thread, "quick", AT_ONCE, text));
    }
    for (Future<HttpResponse<String>> post : clients.invokeAll(posts)) {
      assertThat(post.get().statusCode()).as(post.get().body()).isIn(200, 503);
    }
  }
}
