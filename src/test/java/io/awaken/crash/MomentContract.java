package io.awaken.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.run.CallState;
import io.awaken.core.submit.RunService.Accepted;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One process stands with a run at every {@link Moment} and is killed there. Its clients, who do
 * not know what became of their requests, repeat them under their keys; this one is the next owner.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Failures({"F01", "F02", "F03", "F10"})
abstract class MomentContract {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private WorldServer world;
  private Databases.Fresh database;
  private CrashNode node;

  /** Rows of the runs when the process is gone. */
  private final Map<Moment, Long> rows = new EnumMap<>(Moment.class);

  /** Messages of the threads, and what their jobs began with, when the process is gone. */
  private final Map<Moment, List<Message>> said = new EnumMap<>(Moment.class);

  private final Map<Moment, List<Message>> input = new EnumMap<>(Moment.class);

  private final Map<Moment, RunId> runs = new EnumMap<>(Moment.class);
  private final Map<Moment, Accepted> repeated = new EnumMap<>(Moment.class);

  /** A database that only the killed process has open. */
  abstract Databases.Unopened database();

  @BeforeAll
  void killANodeAndRepeatItsRequests() throws Exception {
    world = WorldServer.of(Moment.names(), Set.of(Moment.IN_A_TOOL_OF_A_NODE_THAT_DRAINS.name()));
    Databases.Unopened shared = database();
    try (var doomed = DoomedProcess.start(DoomedSubmitter.class, shared.url(), world.port())) {
      world.awaitEverybody(doomed.end(), PATIENCE);
      doomed.kill();
    }
    world.goOn();
    database = shared.open();
    node = new CrashNode(database, new World(world.port()), Runnable::run);
    for (Moment moment : Moment.values()) {
      rows.put(moment, rows(moment));
      if (rows.get(moment) > 0) {
        runs.put(moment, node.run(moment.name()).runId());
        said.put(moment, run(moment).history());
        input.put(moment, input(moment));
      }
    }
    for (Moment moment : Moment.values()) {
      repeated.put(moment, node.service.submit(DoomedSubmitter.request(moment)));
    }
    database.execute("UPDATE awaken_job SET available_at = 1 WHERE status = 'queued'");
    node.takeOver(database);
  }

  private List<Message> input(Moment moment) {
    var ofThread = new JobQuery.Filter(Caller.ANONYMOUS.tenant(), null, thread(moment), null);
    return node.stores.mailbox().queue().jobs(new JobQuery(ofThread, null, 0, 2)).items().stream()
        .flatMap(job -> job.messages().stream())
        .toList();
  }

  private static ThreadId thread(Moment moment) {
    return CrashNode.thread(moment.name());
  }

  private long rows(Moment moment) {
    long sum = 0;
    for (String table : Set.of("thread", "run", "job", "message", "media", "segment")) {
      sum +=
          database.number(
              "SELECT count(*) FROM awaken_"
                  + table
                  + " WHERE thread_key = key_of_thread('"
                  + moment.name()
                  + "')");
    }
    return sum;
  }

  @AfterAll
  void close() {
    if (node != null) {
      node.close();
      database.close();
    }
    world.close();
  }

  @Test
  void nothingIsThereOfWhatWasNotCommitted() {
    assertThat(rows.get(Moment.BEFORE_ITS_COMMIT)).isZero();
    assertThat(repeated.get(Moment.BEFORE_ITS_COMMIT).how()).isEqualTo(Accepted.How.BEGUN);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BEFORE_ITS_COMMIT")
  void theRequestThatComesAgainIsAnsweredWithTheRunThatIsThere(Moment moment) {
    assertThat(repeated.get(moment).how()).isEqualTo(Accepted.How.REPEATED);
    assertThat(repeated.get(moment).runId()).isEqualTo(runs.get(moment));
  }

  /** In its job, and in the thread as soon as the job is claimed. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BEFORE_ITS_COMMIT")
  void whatWasAcceptedIsThereAsItWasSentWhenTheProcessIsGone(Moment moment) {
    assertThat(input.get(moment)).hasSize(1);
    assertThatItIsWhole(input.get(moment).getFirst(), moment);
    if (moment == Moment.WHILE_IT_IS_QUEUED) {
      assertThat(said.get(moment)).isEmpty();
    } else {
      assertThatItIsWhole(said.get(moment).getFirst(), moment);
    }
  }

  private void assertThatItIsWhole(Message asked, Moment moment) {
    CrashContent.assertWhole(asked, node.stores.threads().media(), thread(moment));
  }

  /** The model fails in whatever process it is not sent everything as it was. */
  @ParameterizedTest
  @EnumSource
  void thereIsOneRunAndAllOfItIsStoredAsItWas(Moment moment) {
    assertThat(database.number(count("awaken_run", moment))).isEqualTo(1);
    CrashContent.assertWhole(run(moment).history(), node.stores.threads().media(), thread(moment));
    assertThat(run(moment).history().getLast().text()).isEqualTo("done");
  }

  @ParameterizedTest
  @EnumSource
  void itIsExecutedToItsEndAndHasNotFailed(Moment moment) {
    assertThat(run(moment).record().status()).isEqualTo(RunStatus.DONE);
    assertThat(run(moment).record().termination()).isInstanceOf(TerminationReason.NaturalEnd.class);
    run(moment).assertThatItsEventsAreWhole();
    run(moment).assertThatNothingIsLeftToDo();
  }

  @ParameterizedTest
  @EnumSource
  void nothingOfItIsDoneTwice(Moment moment) {
    boolean cut = moment == Moment.IN_A_TOOL_OF_A_NODE_THAT_DRAINS;
    assertThat(world.asked(moment.name())).isEqualTo(2);
    assertThat(world.calls(moment.name())).hasSize(cut ? 2 : 1);
    assertThat(world.effects(moment.name(), CrashContent.TOOL)).isEqualTo(1);
    assertThat(run(moment).calls())
        .extracting(CallState::status)
        .containsExactly(ToolCallStatus.SUCCEEDED);
  }

  /** F03: an attempt and an epoch more; a node that handed a run over cost it no attempt. */
  @ParameterizedTest
  @EnumSource
  void itsAttemptsAreCounted(Moment moment) {
    boolean first = moment == Moment.BEFORE_ITS_COMMIT || moment == Moment.WHILE_IT_IS_QUEUED;
    assertThat(run(moment).events().getLast().cursor().epoch()).isEqualTo(first ? 1 : 2);
    assertThat(database.number("SELECT attempt_count - released_count" + of(moment)))
        .isEqualTo(first || moment == Moment.AFTER_IT_WAS_HANDED_OVER ? 1 : 2);
  }

  private static String of(Moment moment) {
    return " FROM awaken_job WHERE thread_key = key_of_thread('" + moment.name() + "')";
  }

  private static String count(String table, Moment moment) {
    return "SELECT count(*) FROM "
        + table
        + " WHERE thread_key = key_of_thread('"
        + moment.name()
        + "')";
  }

  private EndedRun run(Moment moment) {
    return new EndedRun(node, database, moment.name());
  }
}
