package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.JobId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.QueueWatch.Due;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FakeServletOutput;
import io.awaken.fixture.Rows;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The health of working and failed nodes, as load balancers see it. */
@Rows(229)
class HealthTest {

  private static final Due DUE = new Due(new JobId("j"), 0, Duration.ZERO);
  private static final Duration PATIENCE = Duration.ofSeconds(50);

  @AutoClose private final CapturedLog log = new CapturedLog(NodeHealth.class);
  private final AtomicLong nanos = new AtomicLong();
  private final HealthServlet servlet = new HealthServlet();
  private final FakeServletOutput body = new FakeServletOutput();
  private final Map<String, Object> answer = new HashMap<>();
  private HealthMonitor.Question store = Optional::empty;
  private boolean room = true;
  private boolean draining;
  private List<String> dead = List.of();

  @BeforeEach
  void aNode() {
    servlet.health =
        new NodeHealth(
            new HealthMonitor(
                () -> store.ask(),
                new QueueProgress(PATIENCE, () -> 0, nanos::get),
                () -> room,
                () -> draining),
            () -> dead);
  }

  @Test
  void aWorkingNodeIsReady() throws IOException {
    reports(200, "healthy", "ok", "ok", "ok");
  }

  @Test
  void aDrainingNodeIsNotReadyEvenWithAHealthyStore() throws IOException {
    draining = true;
    reports(503, "unhealthy", "ok", "draining", "ok");
  }

  @Test
  void aNodeWithoutItsDatabaseIsNotReadyAndLogsItOnce() throws IOException {
    store =
        () -> {
          throw new ExecutionException(new StoreUnavailable("refused", new IOException("secret")));
        };
    reports(503, "unhealthy", "error", "ok", "unknown");
    reports(503, "unhealthy", "error", "ok", "unknown");
    assertThat(log.warnings()).singleElement().asString().contains("/health is 503 until it does");

    store = Optional::empty;
    reports(200, "healthy", "ok", "ok", "ok");
  }

  @Test
  void aSlowDatabaseIsNotReady() throws IOException {
    store =
        () -> {
          throw new TimeoutException();
        };
    reports(503, "unhealthy", "timeout", "ok", "unknown");
  }

  @Test
  void anUnclaimedDueJobMakesTheNodeUnready() throws IOException {
    store = () -> Optional.of(DUE);
    reports(200, "healthy", "ok", "ok", "ok");
    nanos.addAndGet(PATIENCE.toNanos() + 1);
    reports(503, "unhealthy", "ok", "ok", "stalled");
    reports(503, "unhealthy", "ok", "ok", "stalled");
    assertThat(log.warnings()).singleElement().asString().contains("no node has claimed it");

    store = Optional::empty;
    reports(200, "healthy", "ok", "ok", "ok");
  }

  @Test
  void aNodeWithoutRoomIsReadyHoweverLongJobsWait() throws IOException {
    room = false;
    store = () -> Optional.of(DUE);
    reports(200, "healthy", "ok", "ok", "ok");
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    reports(200, "healthy", "ok", "ok", "ok");
  }

  @Test
  void theProcessIsLiveEvenWithAFailedStore() throws IOException {
    draining = true;
    store =
        () -> {
          throw new IllegalStateException("asked");
        };

    ask("/health/live");

    assertThat(answer).doesNotContainKey("setStatus");
    assertThat(body.arrived()).isEmpty();
  }

  @Test
  void aNodeWhoseDispatcherStaysDeadIsNotAlive() throws IOException {
    dead = List.of("awaken-dispatcher", "awaken-leases");

    ask("/health/live");

    assertThat(answer).containsEntry("setStatus", 503).containsEntry("setHeader", "no-store");
    assertThat(body.arrived())
        .isEqualTo(
            "{\"status\":\"unhealthy\",\"components\":"
                + "{\"awaken-dispatcher\":\"dead\",\"awaken-leases\":\"dead\"}}");
  }

  private void reports(int status, String word, String store, String runtime, String queue)
      throws IOException {
    ask("/health");
    assertThat(answer).containsEntry("setStatus", status).containsEntry("setHeader", "no-store");
    assertThat(body.arrived())
        .isEqualTo(
            "{\"status\":\"%s\",\"components\":{\"store\":\"%s\",\"runtime\":\"%s\",\"queue\":\"%s\"}}"
                .formatted(word, store, runtime, queue));
  }

  private void ask(String path) throws IOException {
    answer.clear();
    body.isReady();
    servlet.doGet(
        standIn(HttpServletRequest.class, (self, method, args) -> path),
        standIn(
            HttpServletResponse.class,
            (self, method, args) -> {
              if (method.getName().equals("getOutputStream")) {
                return body;
              }
              answer.put(method.getName(), List.of(args).getLast());
              return null;
            }));
  }

  private static <T> T standIn(Class<T> type, InvocationHandler answers) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
  }
}
