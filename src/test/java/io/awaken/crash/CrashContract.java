package io.awaken.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.commit.CallState;
import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.crash.Cut.Meanwhile;
import io.awaken.crash.WorldServer.Call;
import io.awaken.fixture.Databases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
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
    world = new WorldServer();
    Databases.Unopened shared = database();
    try (var doomed = DoomedProcess.start(shared.url(), world.port())) {
      world.awaitEverybody(doomed.end(), PATIENCE);
      doomed.kill();
    }
    world.goOn();
    database = shared.open();
    for (Boundary boundary : Boundary.values()) {
      work.put(boundary, number("awaken_job WHERE status IN ('queued', 'claimed')", boundary));
    }
    node =
        new CrashNode("next", database, new World(world.port()), Runnable::run, commits -> commits);
    for (int round = 0; round < ROUNDS; round++) {
      takeOver();
      approveWhateverIsAsked();
    }
  }

  /** The killed node will not renew its leases: nobody waits for their end. */
  private void takeOver() {
    database.execute("UPDATE awaken_job SET lease_until = 1 WHERE status = 'claimed'");
    node.stores.mailbox().reclaimExpired(1000);
    node.mailbox.claimDue();
  }

  private void approveWhateverIsAsked() {
    for (Boundary boundary : Boundary.values()) {
      if (record(boundary).status() == RunStatus.WAITING) {
        node.approve(boundary);
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
    RunRecord run = record(boundary);
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
    assertThat(world.asked(boundary)).isEqualTo(boundary.cut.models());
  }

  /** A call that is repeated is the same call: its key says so. */
  @ParameterizedTest
  @EnumSource
  void aCallIsRepeatedUnderItsKeyOrNotAtAll(Boundary boundary) {
    List<Call> calls = world.calls(boundary);
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
      assertThat(world.effects(boundary, tool)).as(tool).isEqualTo(notBegun ? 0 : 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theHistoryHasOneAnswerAndOneResultForEachCall(Boundary boundary) {
    List<Message> history = node.stores.threads().history(CrashNode.thread(boundary));

    assertThat(history).extracting(Message::role).containsExactlyElementsOf(roles(boundary));
    assertThat(history).extracting(Message::id).doesNotHaveDuplicates();
    List<String> called =
        cancelled(boundary)
            ? List.of()
            : history.get(1).toolCalls().stream().map(call -> call.id()).toList();
    assertThat(history)
        .filteredOn(message -> message.role() == Role.TOOL)
        .extracting(Message::toolCallId)
        .containsExactlyInAnyOrderElementsOf(called);
  }

  private static List<Role> roles(Boundary boundary) {
    var roles = new ArrayList<Role>(List.of(Role.USER, Role.ASSISTANT));
    // Whoever ends a run in its owner's place says nothing in the conversation.
    if (!cancelled(boundary)) {
      roles.addAll(Collections.nCopies(tools(boundary).size(), Role.TOOL));
      roles.add(Role.ASSISTANT);
    }
    return roles;
  }

  @ParameterizedTest
  @EnumSource
  void everyCallIsSettled(Boundary boundary) {
    assertThat(node.stores.runs().calls(node.run(boundary)))
        .hasSameSizeAs(tools(boundary))
        .extracting(CallState::status)
        .allMatch(status -> status.terminal());
  }

  @ParameterizedTest
  @EnumSource
  void theEventsHaveNoGapAndTellEverythingOnce(Boundary boundary) {
    List<StreamEvent> events = events(boundary);

    assertThat(events)
        .extracting(event -> event.cursor().sequence())
        .containsExactlyElementsOf(LongStream.rangeClosed(1, events.size()).boxed().toList());
    assertThat(events).extracting(event -> event.cursor().epoch()).isSorted();
    assertThat(events.getFirst().event()).isInstanceOf(AgentEvent.RunStart.class);
    assertThat(events.getLast().event()).isInstanceOf(AgentEvent.RunFinish.class);
    assertThat(told(events)).containsExactlyInAnyOrderElementsOf(expected(boundary));
  }

  /** What readers act on: beginning, ending, results. */
  private static List<String> told(List<StreamEvent> events) {
    var told = new ArrayList<String>();
    for (StreamEvent event : events) {
      switch (event.event()) {
        case AgentEvent.RunStart start -> told.add("begins");
        case AgentEvent.RunFinish finish ->
            told.add(finish.termination().getClass().getSimpleName());
        case AgentEvent.ToolCallDone done ->
            told.add(done.result().toolName() + " " + done.outcome().wire());
        default -> {
          // Deltas and progress may be told of again by the next owner.
        }
      }
    }
    return told;
  }

  private static List<String> expected(Boundary boundary) {
    var told = new ArrayList<String>();
    told.add("begins");
    if (cancelled(boundary)) {
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
    assertThat(node.questions(boundary))
        .extracting(question -> question.kind().wire())
        .containsExactlyElementsOf(boundary.cut.asked());
    assertThat(node.questions(boundary))
        .extracting(SuspensionRecord::argumentsHash)
        .allMatch(hash -> hash.equals(node.questions(boundary).getFirst().argumentsHash()));
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLeftToDo(Boundary boundary) {
    assertThat(number("awaken_job WHERE status IN ('queued', 'claimed')", boundary)).isZero();
    assertThat(number("awaken_suspension WHERE status IN ('open', 'decided')", boundary)).isZero();
    assertThat(
            number("awaken_thread WHERE (slot_job IS NOT NULL OR open_run IS NOT NULL)", boundary))
        .isZero();
  }

  /** F43: a run that waits is rows, nothing that anybody holds or has to take over. */
  @Test
  void aRunThatWaitsIsNobodysWork() {
    assertThat(work.get(Boundary.WHILE_IT_WAITS)).isZero();
    assertThat(work.get(Boundary.IN_THE_CALL)).isEqualTo(1);
  }

  /** F09: the end and its acknowledgement are one commit; nothing is delivered again. */
  @Test
  void aRunThatEndedIsNotDeliveredAgain() {
    assertThat(work.get(Boundary.AFTER_THE_END)).isZero();
    assertThat(events(Boundary.AFTER_THE_END)).allMatch(event -> event.cursor().epoch() == 1);
  }

  /** F09: the job of a run that ended is in the queue again, as no commit of ours leaves it. */
  @Test
  void aRunThatEndedAndIsDeliveredAgainIsAcknowledgedWithoutWork() {
    database.execute(
        "UPDATE awaken_job SET status = 'queued', available_at = 0 WHERE thread_id = '"
            + Boundary.AFTER_THE_END.name()
            + "'");

    node.mailbox.claimDue();

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

  private RunRecord record(Boundary boundary) {
    return node.stores.runs().find(node.run(boundary)).orElseThrow();
  }

  private List<StreamEvent> events(Boundary boundary) {
    return node.stores.events().read(node.run(boundary), 0, 1000).stream()
        .flatMap(segment -> segment.eventsAfter(0).stream())
        .toList();
  }

  private long number(String rows, Boundary boundary) {
    return database.number(
        "SELECT count(*) FROM " + rows + " AND thread_id = '" + boundary.name() + "'");
  }
}
