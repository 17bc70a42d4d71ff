package io.awaken.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.crash.Cut.Meanwhile;
import io.awaken.crash.WorldServer.Call;
import io.awaken.crash.WorldServer.Told;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One process stands with a run at every {@link Boundary} and is killed there ({@code kill -9});
 * this one is the next owner. Its people approve whatever they are asked.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Failures({"F05", "F06", "F07", "F08", "F34", "F42", "F43"})
abstract class CrashContract {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Rounds of taking over and approving; two questions follow each other at the most. */
  private static final int ROUNDS = 4;

  private WorldServer world;
  private Databases.Fresh database;
  private CrashNode node;

  /** Work that is left for others when the process is gone, before anybody takes it over. */
  private final Map<Boundary, Long> work = new EnumMap<>(Boundary.class);

  /** A database that only the killed process has open. */
  abstract Databases.Unopened database();

  @BeforeAll
  void killANodeAndLetAnotherGoOn() throws Exception {
    world = WorldServer.ofBoundaries();
    Databases.Unopened shared = database();
    try (var doomed = DoomedProcess.start(DoomedNode.class, shared.url(), world.port())) {
      world.awaitEverybody(doomed.end(), PATIENCE);
      doomed.kill();
    }
    world.goOn();
    database = shared.open();
    node = new CrashNode(database, new World(world.port()), Runnable::run);
    for (Boundary boundary : Boundary.values()) {
      work.put(boundary, run(boundary).jobs());
    }
    for (int round = 0; round < ROUNDS; round++) {
      node.takeOver(database);
      node.deliver(database);
      approveWhateverIsAsked();
    }
    node.deliver(database);
  }

  private void approveWhateverIsAsked() {
    for (Boundary boundary : Boundary.values()) {
      if (run(boundary).record().status() == RunStatus.WAITING) {
        node.approve(boundary.name());
      }
    }
  }

  @AfterAll
  void close() {
    if (node != null) {
      node.close();
      database.close();
    }
    world.close();
  }

  @ParameterizedTest
  @EnumSource
  void theRunComesToItsEnd(Boundary boundary) {
    RunRecord run = run(boundary).record();
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    if (cancelled(boundary)) {
      assertThat(run.termination()).isInstanceOf(TerminationReason.Cancelled.class);
    } else {
      assertThat(run.termination()).isInstanceOf(TerminationReason.NaturalEnd.class);
      assertThat(run.finalOutput()).isEqualTo("done");
    }
  }

  @ParameterizedTest
  @EnumSource
  void theModelIsAskedOnceMoreAtTheMost(Boundary boundary) {
    assertThat(world.asked(boundary.name())).isEqualTo(boundary.cut.models());
  }

  /** A call that is repeated is the same call: its key says so. */
  @ParameterizedTest
  @EnumSource
  @Rows(187)
  void aCallIsRepeatedUnderItsKeyOrNotAtAll(Boundary boundary) {
    List<Call> calls = world.calls(boundary.name());
    assertThat(calls).hasSize(boundary.cut.calls());
    for (String tool : tools(boundary)) {
      assertThat(calls.stream().filter(call -> call.tool().equals(tool)).map(Call::key).distinct())
          .as("keys of %s", tool)
          .hasSizeLessThanOrEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyToolDoesItsWorkOnce(Boundary boundary) {
    boolean notBegun = boundary.cut.calls() == 0;
    for (String tool : tools(boundary)) {
      assertThat(world.effects(boundary.name(), tool)).as(tool).isEqualTo(notBegun ? 0 : 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rows({63, 95})
  void pluginsAreToldOfEachCommitAfterItUnderOneId(Boundary boundary) {
    List<Told> told = world.told(boundary.name());

    assertThat(told).allMatch(Told::stored);
    assertThat(told.stream().map(Told::what).distinct())
        .containsExactlyInAnyOrderElementsOf(toBeTold(boundary));
    assertThat(told.stream().distinct()).as("ids").hasSameSizeAs(toBeTold(boundary));
    assertThat(database.number("SELECT count(*) FROM awaken_outbox")).isZero();
  }

  /**
   * What a process was telling when it was killed is told again; so may be what no commit noted.
   */
  @ParameterizedTest
  @EnumSource
  @Rows({63, 95})
  void whatAProcessWasTellingIsToldAgainAndNothingMoreThanTwice(Boundary boundary) {
    List<String> told = world.told(boundary.name()).stream().map(Told::what).toList();
    for (String what : toBeTold(boundary)) {
      int times = Collections.frequency(told, what);
      if (boundary.cut.held().contains(what)) {
        assertThat(times).as(what).isEqualTo(2);
      } else {
        assertThat(times).as(what).isBetween(1, 2);
      }
    }
  }

  private static List<String> toBeTold(Boundary boundary) {
    var told =
        new ArrayList<>(List.of(CrashTelling.BEGIN, CrashTelling.END, CrashTelling.AFTER_RUN));
    if (!cancelled(boundary)) {
      told.addAll(List.of(CrashTelling.STEP + 1, CrashTelling.STEP + 2));
    }
    return told;
  }

  @ParameterizedTest
  @EnumSource
  void theHistoryHasOneAnswerAndOneResultForEachCall(Boundary boundary) {
    List<Message> history = run(boundary).history();

    assertThat(history).extracting(Message::role).containsExactlyElementsOf(roles(boundary));
    assertThat(history).extracting(Message::id).doesNotHaveDuplicates();
    List<String> called = history.get(1).toolCalls().stream().map(call -> call.id()).toList();
    assertThat(history)
        .filteredOn(message -> message.role() == Role.TOOL)
        .extracting(Message::toolCallId)
        .containsExactlyInAnyOrderElementsOf(called);
  }

  private static List<Role> roles(Boundary boundary) {
    var roles = new ArrayList<Role>(List.of(Role.USER, Role.ASSISTANT));
    roles.addAll(Collections.nCopies(tools(boundary).size(), Role.TOOL));
    // Whoever ends a run in its owner's place says what is known of the calls, and nothing else.
    if (!cancelled(boundary)) {
      roles.add(Role.ASSISTANT);
    }
    return roles;
  }

  /** The model fails in whatever process it is not sent everything as it was. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "CONTENT_.*")
  void mediaReasoningAndMetadataAreStoredAsTheyWere(Boundary boundary) {
    CrashContent.assertWhole(
        run(boundary).history(), node.stores.threads().media(), CrashNode.thread(boundary.name()));
  }

  @ParameterizedTest
  @EnumSource
  void everyCallIsSettled(Boundary boundary) {
    assertThat(run(boundary).calls())
        .hasSameSizeAs(tools(boundary))
        .extracting(CallState::status)
        .allMatch(status -> status.terminal());
  }

  @ParameterizedTest
  @EnumSource
  void theEventsHaveNoGapAndTellEverythingOnce(Boundary boundary) {
    EndedRun run = run(boundary);
    run.assertThatItsEventsAreWhole();
    assertThat(run.told()).containsExactlyInAnyOrderElementsOf(expected(boundary));
  }

  private static List<String> expected(Boundary boundary) {
    var told = new ArrayList<String>();
    told.add("begins");
    if (cancelled(boundary)) {
      tools(boundary).forEach(tool -> told.add(tool + " cancelled"));
      told.add("Cancelled");
      return told;
    }
    for (String kind : boundary.cut.asked()) {
      told.add(tools(boundary).getLast() + " suspended");
      if (boundary.cut.meanwhile() != Meanwhile.APPROVED_AT_WORK) {
        told.add("Suspended");
      }
    }
    tools(boundary).forEach(tool -> told.add(tool + " succeeded"));
    told.add("NaturalEnd");
    return told;
  }

  @ParameterizedTest
  @EnumSource
  void peopleAreAskedOnceAndOnlyWhatTheyMustBe(Boundary boundary) {
    assertThat(node.questions(boundary.name()))
        .extracting(question -> question.kind().wire())
        .containsExactlyElementsOf(boundary.cut.asked());
    assertThat(node.questions(boundary.name()))
        .extracting(SuspensionRecord::argumentsHash)
        .allMatch(hash -> hash.equals(node.questions(boundary.name()).getFirst().argumentsHash()));
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLeftToDo(Boundary boundary) {
    run(boundary).assertThatNothingIsLeftToDo();
  }

  /** F43: a run that waits is rows, nothing that anybody holds or has to take over. */
  @Test
  void aRunThatWaitsIsNobodysWork() {
    assertThat(work.get(Boundary.WHILE_IT_WAITS)).isZero();
    assertThat(work.get(Boundary.IN_THE_CALL)).isEqualTo(1);
  }

  /** F09: the end and its acknowledgement are one commit; nothing is delivered again. */
  @Test
  @Failures("F09")
  void aRunThatEndedIsNotDeliveredAgain() {
    assertThat(work.get(Boundary.AFTER_THE_END)).isZero();
    assertThat(run(Boundary.AFTER_THE_END).events()).allMatch(event -> event.cursor().epoch() == 1);
  }

  /** F09: the job of a run that ended is in the queue again, as no commit of ours leaves it. */
  @Test
  @Failures("F09")
  void aRunThatEndedAndIsDeliveredAgainIsAcknowledgedWithoutWork() {
    database.execute(
        "UPDATE awaken_job SET status = 'queued', available_at = 0 WHERE thread_key ="
            + " key_of_thread('"
            + Boundary.AFTER_THE_END.name()
            + "')");

    node.starter.claimDue();

    nothingIsLeftToDo(Boundary.AFTER_THE_END);
    theRunComesToItsEnd(Boundary.AFTER_THE_END);
    theModelIsAskedOnceMoreAtTheMost(Boundary.AFTER_THE_END);
    theEventsHaveNoGapAndTellEverythingOnce(Boundary.AFTER_THE_END);
  }

  private static boolean cancelled(Boundary boundary) {
    return boundary.cut.meanwhile() == Meanwhile.CANCELLED;
  }

  private static List<String> tools(Boundary boundary) {
    return CrashAgents.CALLS.get(boundary.cut.agent());
  }

  private EndedRun run(Boundary boundary) {
    return new EndedRun(node, database, boundary.name());
  }
}
