package io.awaken.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.bench.report.ServerMemory;
import io.awaken.bench.report.ServerMemory.Size;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Measures the cost of suspended runs, and how soon they continue after a decision. */
final class WaitingFigures {

  private static final int RUNS = 1000;
  private static final int WARM_UP = 300;

  /** Unmeasured decisions after the restart, which load and compile the code. */
  private static final int COLD = 100;

  private static final int AT_ONCE = 16;
  private static final int PER_SECOND = 50;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Bench bench;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;

  WaitingFigures(Bench bench) {
    this.bench = bench;
    this.base = "http://127.0.0.1:" + bench.bed().address().getPort();
  }

  private record Question(String runId, String callId) {}

  /** Discards the first wave, which fills pools and caches that remain allocated. */
  void measure() throws IOException, InterruptedException, SQLException {
    start(WARM_UP);
    decide(questions(), PER_SECOND);
    awaitNoneWaits();
    var memory = new ServerMemory(bench.bed().serverPid());
    Size before = memory.measure();
    int threads = threads();
    start(RUNS);
    Size with = memory.measure();
    bench
        .report()
        .row(
            RUNS + " waiting runs",
            "%d threads, %.0f KB of heap".formatted(threads() - threads, kilobytes(before, with)),
            "0 threads, 1 MB",
            waiting() + " wait");
    resume();
  }

  private void resume() throws IOException, InterruptedException, SQLException {
    try {
      bench.bed().restart();
    } catch (IOException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the server could not be started again", e);
    }
    List<Question> open = questions();
    new RunFigures(bench).warmUp();
    long begun = System.nanoTime();
    decide(open, PER_SECOND);
    double seconds = (System.nanoTime() - begun) / 1e9;
    awaitNoneWaits();
    bench
        .report()
        .row(
            "Decision to the end of the run, after a restart",
            "p50 %s ms, p99 %s ms; without the first %d p99 %s ms"
                .formatted(
                    percentile(0.5, RUNS),
                    percentile(0.99, RUNS),
                    COLD,
                    percentile(0.99, RUNS - COLD)),
            "p99 < 50 ms",
            String.format(
                Locale.ROOT,
                "%d decisions, %.0f/s; %s calls were made more or less than once",
                open.size(),
                open.size() / seconds,
                bench.bed().ask(NOT_ONCE)));
  }

  private static final String ASKED =
      " FROM awaken_suspension s JOIN awaken_run r ON r.thread_key = s.thread_key"
          + " AND r.run_key = s.run_key WHERE r.agent_id = 'asking'";

  private static final String NOT_ONCE =
      "SELECT count(*) FROM awaken_call c JOIN awaken_run r ON r.thread_key = c.thread_key"
          + " AND r.run_key = c.run_key WHERE r.agent_id = 'asking'"
          + " AND (c.attempt <> 1 OR c.status <> 'succeeded')";

  /** Time from decision to end of the last decided runs, by the clock of the database. */
  private String percentile(double part, int last) throws SQLException {
    return bench
        .bed()
        .ask(
            "SELECT percentile_disc("
                + part
                + ") WITHIN GROUP (ORDER BY took) FROM (SELECT r.finished_at - s.decided_at AS took"
                + ASKED
                + " ORDER BY s.decided_at DESC LIMIT "
                + last
                + ") AS decided");
  }

  private String waiting() throws SQLException {
    return bench.bed().ask("SELECT count(*) FROM awaken_run WHERE status = 'waiting'");
  }

  private void awaitNoneWaits() throws SQLException, InterruptedException {
    for (int attempt = 0; attempt < 100 && bench.bed().unfinishedRuns() > 0; attempt++) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private int threads() throws IOException {
    try (var tasks =
        java.nio.file.Files.list(
            java.nio.file.Path.of("/proc/" + bench.bed().serverPid() + "/task"))) {
      return (int) tasks.count();
    }
  }

  private static double kilobytes(Size before, Size with) {
    return (with.heap() - before.heap()) * 1.024;
  }

  private void start(int runs) throws IOException, InterruptedException {
    String body =
        "{\"agent_id\":\"asking\",\"messages\":[{\"role\":\"user\",\"content\":\"Weather?\"}]}";
    var tasks = new ArrayList<Callable<Integer>>();
    for (int i = 0; i < runs; i++) {
      tasks.add(() -> post("/v1/runs", body));
    }
    all(tasks);
  }

  private void decide(List<Question> questions, int perSecond)
      throws IOException, InterruptedException {
    var tasks = new ArrayList<Callable<Integer>>();
    long begun = System.nanoTime();
    for (int i = 0; i < questions.size(); i++) {
      long at = begun + i * 1_000_000_000L / perSecond;
      Question question = questions.get(i);
      tasks.add(
          () -> {
            LockSupport.parkNanos(at - System.nanoTime());
            return post(
                "/v1/runs/" + question.runId() + "/decision",
                "{\"tool_call_id\":\"" + question.callId() + "\",\"action\":\"resume\"}");
          });
    }
    all(tasks);
  }

  private void all(List<Callable<Integer>> tasks) throws IOException, InterruptedException {
    var permits = new Semaphore(AT_ONCE);
    var answers = new ArrayList<Future<Integer>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Callable<Integer> task : tasks) {
        permits.acquire();
        answers.add(
            threads.submit(
                () -> {
                  try {
                    return task.call();
                  } finally {
                    permits.release();
                  }
                }));
      }
    }
    long refused = answers.stream().filter(answer -> answer.resultNow() >= 300).count();
    if (refused > 0) {
      throw new IOException(refused + " of " + tasks.size() + " requests were refused");
    }
  }

  private int post(String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString()).statusCode();
  }

  private List<Question> questions() throws IOException, InterruptedException {
    var questions = new ArrayList<Question>();
    String cursor = null;
    do {
      String path = "/v1/suspensions?limit=200" + (cursor == null ? "" : "&cursor=" + cursor);
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(base + path)).build(), BodyHandlers.ofString());
      JsonNode page = JSON.readTree(answer.body());
      for (JsonNode item : page.path("items")) {
        questions.add(
            new Question(item.path("run_id").asText(), item.path("tool_call_id").asText()));
      }
      cursor = page.path("next_cursor").asText(null);
    } while (cursor != null);
    return questions;
  }
}
