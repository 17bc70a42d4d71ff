package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Stops or undeploys a server that executes a run. */
@BesideOthers
class DrainIT {

  /** Exit code of a JVM that was ended by SIGTERM. */
  private static final int TERMINATED = 128 + 15;

  /** Stands for the status if the connection fails. */
  private static final int NO_SERVER = 0;

  private static final String ANSWER = Turns.words(10);

  /**
   * The second step takes 4 s, long enough to signal the server during it, and calls for a third.
   */
  private static void agents(Documents documents) throws Exception {
    documents.agent(
        "slow",
        100,
        Turns.asksForTheWeather("Let me look."),
        Turns.asksForTheWeather(Turns.words(40)),
        Turns.says(ANSWER));
  }

  /** The second answer sends no word for longer than the drain timeout. */
  private static void hangingAgent(Documents documents) throws Exception {
    documents.agent(
        "hanging",
        0,
        Turns.asksForTheWeather("Let me look."),
        Map.of("text", ANSWER, "delay_ms", 20_000));
  }

  @Test
  @Nightly("starts a server, and another that continues its runs")
  void afterASignalRunsReachTheirNextBoundaryAndContinueAfterTheRestart() throws Exception {
    Workplace at = Workplace.of(getClass());
    agents(at.documents());
    hangingAgent(at.documents());
    List<Frame> before;
    List<Frame> interrupted;
    try (ServerProcess server = Servers.start(at, Map.of("awaken.drain", "PT10S"));
        Api api = new Api(server.port());
        EventStream hanging = api.run("hanging");
        EventStream live = api.run("slow")) {
      hanging.until(frame -> frame.is("step_end"));
      live.until(inTheSecondStep());
      server.terminate();
      before = live.readToEnd();
      interrupted = hanging.readToEnd();
      assertThat(server.awaitExit()).isEqualTo(TERMINATED);
    }

    assertThat(before.getLast().type()).isEqualTo("reconnect");
    // The second answer was committed; the next owner executes the call in it.
    assertThat(before).filteredOn(frame -> frame.is("inference_complete")).hasSize(2);
    assertThat(before).filteredOn(frame -> frame.is("tool_call_done")).hasSize(1);
    assertThat(before).noneMatch(frame -> frame.is("run_finish"));
    assertThat(interrupted.getLast().type()).isEqualTo("reconnect");
    assertThat(interrupted).filteredOn(frame -> frame.is("step_end")).hasSize(1);

    try (ServerProcess server = Servers.start(at, Map.of());
        Api api = new Api(server.port())) {
      assertContinues(api, before, 3);
      assertContinues(api, interrupted, 2);
    }
  }

  /**
   * Payara then skips its shutdown listeners. The lease is long, so a run that continues in time
   * was handed over.
   */
  @Test
  @Nightly("starts a server, and another that continues its runs")
  void aFilterFailingAtShutdownDoesNotPreventTheHandOver() throws Exception {
    Workplace at = Workplace.of(FailingFilter.class);
    at.deployWith(FailingFilter.class);
    agents(at.documents());
    var longLease = Map.of("awaken.mailbox.lease", "PT5M", "awaken.drain", "PT10S");
    List<Frame> before;
    try (ServerProcess server = Servers.start(at, longLease);
        Api api = new Api(server.port());
        EventStream live = api.run("slow")) {
      live.until(inTheSecondStep());
      server.terminate();
      before = live.readToEnd();
      assertThat(server.awaitExit()).isEqualTo(TERMINATED);
    }

    // Without a drain the stream would break off.
    assertThat(before.getLast().type()).isEqualTo("reconnect");

    try (ServerProcess server = Servers.start(at, longLease);
        Api api = new Api(server.port())) {
      assertContinues(api, before, 3);
    }
  }

  /** Some servers close their ports during the drain, some respond in place of the application. */
  @Test
  @Rows(229)
  @Nightly("starts a server, and another that continues its runs")
  void aDrainingServerIsUnhealthyAndRefusesRuns() throws Exception {
    Workplace at = Workplace.of(Draining.class);
    hangingAgent(at.documents());
    try (ServerProcess server = Servers.start(at, Map.of("awaken.drain", "PT5S"));
        Api api = new Api(server.port());
        EventStream live = api.run("hanging")) {
      live.until(frame -> frame.is("step_end"));
      assertThat(answer(() -> api.status("health"))).isEqualTo(200);

      server.terminate();

      Conditions.await("the drain", () -> answer(() -> api.status("health")) != 200);
      assertThat(answer(() -> api.status("health"))).isIn(503, NO_SERVER);
      assertThat(answer(() -> api.statusOfRun("hanging"))).isIn(503, NO_SERVER);
      assertThat(live.readToEnd().getLast().type()).isEqualTo("reconnect");
      assertThat(server.awaitExit()).isEqualTo(TERMINATED);
    }
  }

  private static int answer(Callable<Integer> question) throws Exception {
    try {
      return question.call();
    } catch (IOException e) {
      return NO_SERVER;
    }
  }

  @Test
  @OnWildFly
  @Nightly("redeploys on a server of its own; .ci/run does so on WildFly")
  void undeploymentHandsALiveRunOverAtItsLastCommitAndLeavesNoThread() throws Exception {
    Workplace at = Workplace.of(Undeployed.class);
    agents(at.documents());
    var shortDrain = Map.of("awaken.drain", "PT0.1S");
    try (ServerProcess server = Servers.startUndeployable(at, shortDrain);
        Api api = new Api(server.port())) {
      List<Frame> before;
      try (EventStream live = api.run("slow")) {
        String run = live.until(frame -> true).getFirst().field("run_id");
        var waiting = api.getLater("v1/runs/" + run + "/wait?timeout_ms=60000");
        live.until(inTheSecondStep());
        assertThat(JvmThreads.application(server.pid()))
            .contains("awaken-dispatcher", "awaken-leases", "awaken-streams", "awaken-http-client");
        server.undeploy();
        before = live.readToEnd();
        // One of the servers shuts down its REST layer before the request can be answered.
        assertThat(waiting.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
      }

      assertThat(before.getLast().type()).isEqualTo("reconnect");
      assertThat(before).filteredOn(frame -> frame.is("step_end")).hasSize(1);
      assertThat(api.status("v1/agents")).isIn(404, 503);
      assertThat(api.statusOfRun("slow")).isIn(404, 405, 503);
      assertThat(JvmThreads.application(server.pid())).isEmpty();

      server.deploy();
      assertContinues(api, before, 3);
    }
  }

  private static Predicate<Frame> inTheSecondStep() {
    return frame -> frame.field("delta").contains("word2");
  }

  /** Everything a reader received was committed, and the run continues to its end. */
  private static void assertContinues(Api api, List<Frame> before, int steps) throws Exception {
    Frame start = before.getFirst();
    String messages = "v1/threads/" + start.field("thread_id") + "/messages";
    List<Frame> whole;
    try (EventStream stream = api.events(start.field("run_id"))) {
      stream.until(frame -> frame.is("run_finish"));
      whole = stream.readToEnd();
    }
    assertThat(whole.getLast().json().path("result").path("response").asText()).isEqualTo(ANSWER);
    assertThat(whole).filteredOn(frame -> frame.is("tool_call_done")).hasSize(steps - 1);
    assertThat(whole).filteredOn(frame -> frame.is("inference_complete")).hasSize(steps);
    assertThat(api.get(messages).split("\"role\":\"tool\"", -1)).hasSize(steps);
    before.stream()
        .filter(frame -> frame.is("step_end"))
        .forEach(boundary -> assertThat(whole).contains(boundary));
  }

  /** Names the folder of this test. */
  private static final class Draining {}

  /** Names the folder of the other test. */
  private static final class Undeployed {}
}
