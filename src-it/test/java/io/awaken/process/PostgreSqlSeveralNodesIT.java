package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Two servers on one database. They poll and renew so rarely that whatever one of them hears of the
 * other's runs in time it was told.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
class PostgreSqlSeveralNodesIT {

  /** Far below the time between two renewals. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final int WORDS = 300;

  @AutoClose private final PostgreSql postgres = new PostgreSql();
  private ServerProcess first;
  private ServerProcess second;
  private Api owner;
  private Api other;

  @BeforeAll
  void startTwo() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.documents().agent("slow", 100, Turns.says(Turns.words(WORDS)));
    Map<String, String> settings = new HashMap<>(postgres.settings());
    settings.put("awaken.mailbox.lease", "PT5M");
    settings.put("awaken.mailbox.renew", "PT90S");
    settings.put("awaken.mailbox.poll", "PT90S");
    settings.put("awaken.mailbox.sweep", "PT90S");
    first = Servers.start(at, settings);
    second = Servers.start(at, settings);
    owner = new Api(first.port());
    other = new Api(second.port());
  }

  @AfterAll
  void stop() {
    for (AutoCloseable each : new AutoCloseable[] {owner, other, first, second}) {
      close(each);
    }
  }

  private static void close(AutoCloseable opened) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aReaderOnTheOtherNodeHearsWordsBeforeTheyAreCommittedAndCancels() throws Exception {
    try (EventStream here = owner.run("slow")) {
      String run = here.until(frame -> frame.is("run_start")).getFirst().field("run_id");
      try (EventStream there = other.events(run)) {
        List<Frame> heard = there.until(frame -> frame.field("delta").contains("word20"));
        assertThat(heard).filteredOn(frame -> frame.is("text_delta")).hasSizeGreaterThan(10);

        long said = System.nanoTime();
        assertThat(other.answer("POST", "v1/runs/" + run + "/cancel", "").statusCode())
            .isEqualTo(202);

        assertThat(end(there)).isEqualTo("cancelled");
        assertThat(end(here)).isEqualTo("cancelled");
        assertThat(Duration.ofNanos(System.nanoTime() - said)).isLessThan(SOON);
        assertThat(there.untilItEnds()).isEqualTo(here.untilItEnds());
      }
    }
  }

  @Test
  void anInterruptionOnTheOtherNodeStopsTheRunHere() throws Exception {
    try (EventStream here = owner.run("slow")) {
      Frame start = here.until(frame -> frame.is("run_start")).getFirst();
      here.until(frame -> frame.field("delta").contains("word3"));

      long said = System.nanoTime();
      String thread = "v1/threads/" + start.field("thread_id");
      assertThat(other.answer("POST", thread + "/interrupt", "").statusCode()).isEqualTo(202);

      assertThat(end(here)).isEqualTo("cancelled");
      assertThat(Duration.ofNanos(System.nanoTime() - said)).isLessThan(SOON);
    }
  }

  /** Why the run is over. */
  private static String end(EventStream stream) throws InterruptedException {
    return stream
        .until(frame -> frame.is("run_finish"))
        .getLast()
        .json()
        .path("termination")
        .path("type")
        .asText();
  }
}
