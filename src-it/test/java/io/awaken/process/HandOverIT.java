package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** Redeploys one of two nodes while it executes many runs. */
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@Nightly("hundreds of live runs on two servers")
class HandOverIT {

  private static final int RUNS = 200;

  /** User, assistant with its call, tool result, assistant. */
  private static final int MESSAGES = 4;

  private static final String ANSWER = "Bern is fine, as was to be expected.";

  /** From the undeploy request until the node holds nothing of the application. */
  private static final Duration UNDEPLOYED_WITHIN = Duration.ofSeconds(60);

  /** Half of the lease, so that waiting for a lease to expire fails the test. */
  private static final Duration TAKEN_OVER_WITHIN = Duration.ofSeconds(60);

  @AutoClose private final PostgreSql postgres = new PostgreSql();

  /** Leases are long, so a run that continues in time was handed over. */
  private Map<String, String> node(String name) {
    Map<String, String> settings = new HashMap<>(postgres.settings());
    settings.put("awaken.node.id", name);
    settings.put("awaken.mailbox.lease", "PT2M");
    settings.put("awaken.drain", "PT3S");
    return settings;
  }

  @Rows(194)
  @Failures("F12")
  @Test
  void runsOfARedeployedNodeContinueOnTheOtherAndEndOnce() throws Exception {
    Workplace at = Workplace.of(getClass());
    // Long enough for all runs to start before the first one ends.
    at.documents()
        .agent("slow", 1_000, Turns.asksForTheWeather(Turns.words(50)), Turns.says(ANSWER));
    var jobs = new JobTable(postgres.url());
    try (ServerProcess leaving = Servers.startUndeployable(at, node("leaving"));
        ServerProcess staying = Servers.start(at, node("staying"));
        Api api = new Api(leaving.port());
        Api other = new Api(staying.port());
        ManyRuns runs = new ManyRuns()) {
      runs.begin(api, "slow", RUNS);
      runs.until(frame -> frame.field("delta").contains("word2"));
      assertThat(jobs.claimedBy("leaving")).isEqualTo(RUNS);

      long requested = System.nanoTime();
      leaving.undeploy();
      Duration took = Duration.ofNanos(System.nanoTime() - requested);
      runs.awaitHandOver();

      assertThat(took).isLessThan(UNDEPLOYED_WITHIN);
      assertThat(jobs.claimedBy("leaving")).isZero();
      Conditions.await(
          "the other node to go on", () -> jobs.claimedBy("staying") + jobs.runsAnswered() == RUNS);
      assertThat(Duration.ofNanos(System.nanoTime() - requested)).isLessThan(TAKEN_OVER_WITHIN);

      JvmThreads.awaitNone(leaving.pid());
      leaving.deploy();
      assertThat(api.status("health")).isEqualTo(200);
      Conditions.await("the end of all runs", () -> jobs.runsLeft() == 0);
      assertThat(jobs.runsAnswered()).isEqualTo(RUNS);
      runs.assertEndedOnce(api, ANSWER, MESSAGES);
    }
  }
}
