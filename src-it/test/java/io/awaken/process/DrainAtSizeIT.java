package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Stops or undeploys a server that executes many runs. */
@Nightly("hundreds of live runs on four servers")
class DrainAtSizeIT {

  private static final int RUNS = 50;

  /** User; assistant with its call and tool result, twice; assistant. */
  private static final int MESSAGES = 6;

  /** More than the server's request threads. */
  private static final int REQUEST_THREADS = 80;

  private static final String ANSWER = "Bern is fine, as was to be expected.";

  /**
   * Time a container runtime allows between SIGTERM and SIGKILL, plus the server's own shutdown.
   */
  private static final Duration GONE_WITHIN = Duration.ofSeconds(45);

  /** Half of the lease, so that waiting for a lease to expire fails the test. */
  private static final Duration OVER_WITHIN = Duration.ofSeconds(60);

  @AutoClose private final PostgreSql postgres = new PostgreSql();
  private final JobTable jobs = new JobTable(postgres.url());

  private Map<String, String> node() {
    Map<String, String> settings = new HashMap<>(postgres.settings());
    settings.put("awaken.node.id", "node");
    settings.put("awaken.mailbox.lease", "PT2M");
    settings.put("awaken.drain", "PT5S");
    return settings;
  }

  /** The second answer takes longer than the drain timeout. */
  private static void agent(Documents documents) throws Exception {
    documents.agent(
        "slow",
        500,
        Turns.asksForTheWeather("Let me look."),
        Turns.asksForTheWeather(Turns.words(60)),
        Turns.says(ANSWER));
  }

  @Failures({"F10", "F12"})
  @Test
  void aSignalHandsOverAllRunsAndTheRestartedServerContinuesThem() throws Exception {
    Workplace at = Workplace.of(Signalled.class);
    agent(at.documents());
    try (ManyRuns runs = new ManyRuns()) {
      try (ServerProcess server = Servers.start(at, node());
          Api api = new Api(server.port())) {
        beginSecondSteps(runs, api);
        long requested = System.nanoTime();
        server.terminate();
        runs.awaitHandOver();
        server.awaitExit();
        assertThat(since(requested)).isLessThan(GONE_WITHIN);
      }
      assertHandedOver();

      try (ServerProcess server = Servers.start(at, node());
          Api api = new Api(server.port())) {
        assertAllEnd(runs, api);
      }
    }
  }

  @Failures("F12")
  @Test
  void undeploymentHandsAllLiveRunsOverAndLeavesNeitherThreadsNorClasses() throws Exception {
    Workplace at = Workplace.of(Undeployed.class);
    agent(at.documents());
    try (ServerProcess server = Servers.startUndeployable(at, node());
        Api api = new Api(server.port());
        ManyRuns runs = new ManyRuns()) {
      beginSecondSteps(runs, api);
      long requested = System.nanoTime();
      server.undeploy();
      assertThat(since(requested)).isLessThan(GONE_WITHIN);
      runs.awaitHandOver();
      assertHandedOver();
      JvmThreads.awaitNone(server.pid());

      server.deploy();
      assertAllEnd(runs, api);
      server.undeploy();
      server.deploy();
      // The current and the previous deployment: a server may reference the last one until the next
      // is deployed. The JDBC driver's cleaner thread stays for half a minute.
      Conditions.await(
          "the end of the first deployment's classes", () -> applications(server, api) <= 2);
    }
  }

  /** An idle thread of the server may still reference its last request, so this sends new ones. */
  private static long applications(ServerProcess server, Api api) throws Exception {
    api.getConcurrently("health", REQUEST_THREADS);
    return LoadedClasses.applications(server.pid());
  }

  private static void beginSecondSteps(ManyRuns runs, Api api) throws Exception {
    runs.begin(api, "slow", RUNS);
    runs.until(frame -> frame.is("step_end"));
  }

  private void assertHandedOver() throws Exception {
    assertThat(jobs.claimedBy("node")).isZero();
    assertThat(jobs.runsLeft()).isEqualTo(RUNS);
  }

  private void assertAllEnd(ManyRuns runs, Api api) throws Exception {
    long healthy = System.nanoTime();
    Conditions.await("the end of all runs", () -> jobs.runsLeft() == 0);
    assertThat(since(healthy)).isLessThan(OVER_WITHIN);
    assertThat(jobs.runsAnswered()).isEqualTo(RUNS);
    runs.assertEndedOnce(api, ANSWER, MESSAGES);
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  /** Names the folder of this test. */
  private static final class Signalled {}

  /** Names the folder of the other test. */
  private static final class Undeployed {}
}
