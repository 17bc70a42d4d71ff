package io.awaken.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.Message;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.CallState;
import io.awaken.fixture.Databases;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** What is left of a run in the database, by the name of its thread. */
record EndedRun(CrashNode node, Databases.Fresh database, String thread) {

  RunRecord record() {
    return node.run(thread);
  }

  List<Message> history() {
    return node.stores.threads().history(new ThreadId(thread));
  }

  List<CallState> calls() {
    return node.stores.runs().calls(record().runId());
  }

  List<StreamEvent> events() {
    return node.stores.events().read(record().runId(), 0, 1000).stream()
        .flatMap(segment -> segment.eventsAfter(0).stream())
        .toList();
  }

  /** What readers act on: beginning, ending, results. */
  List<String> told() {
    var told = new ArrayList<String>();
    for (StreamEvent event : events()) {
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

  /** Invariant I3: they are numbered without a gap, whoever told them. */
  void assertThatItsEventsAreWhole() {
    List<StreamEvent> events = events();
    assertThat(events)
        .extracting(event -> event.cursor().sequence())
        .containsExactlyElementsOf(LongStream.rangeClosed(1, events.size()).boxed().toList());
    assertThat(events).extracting(event -> event.cursor().epoch()).isSorted();
    assertThat(events.getFirst().event()).isInstanceOf(AgentEvent.RunStart.class);
    assertThat(events.getLast().event()).isInstanceOf(AgentEvent.RunFinish.class);
  }

  /** Jobs that somebody has, or may claim. */
  long jobs() {
    return number("awaken_job WHERE status IN ('queued', 'claimed')");
  }

  void assertThatNothingIsLeftToDo() {
    assertThat(jobs()).isZero();
    assertThat(number("awaken_suspension WHERE status IN ('open', 'decided')")).isZero();
    assertThat(number("awaken_thread WHERE (slot_job IS NOT NULL OR open_run IS NOT NULL)"))
        .isZero();
  }

  private long number(String rows) {
    return database.number(
        "SELECT count(*) FROM " + rows + " AND thread_key = key_of_thread('" + thread + "')");
  }
}
