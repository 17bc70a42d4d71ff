package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A server that is killed and restarted with the same data. One run has just ended: its terminal
 * event was read. Another is in the middle of its second answer, after a committed tool round.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@BesideOthers
abstract class RestartContract {

  /** Takes 18 seconds: the run must not end before the kill, even on a slow machine. */
  private static final String ANSWER = Turns.words(60);

  private ServerProcess server;
  private Api api;

  /** Frames of the finished run, and documents about it, read before the kill. */
  private List<Frame> finished;

  private List<String> documentsBefore;

  /** Frames of the other run, read before the kill. */
  private List<Frame> interrupted;

  abstract Map<String, String> database();

  @BeforeAll
  void killAServerAndStartItAgain() throws Exception {
    Workplace at = Workplace.of(getClass());
    agents(at.documents(), 300);
    server = Servers.start(at, database());
    api = new Api(server.port());
    try (EventStream live = api.run("slow")) {
      live.until(frame -> frame.field("delta").contains("word2"));
      try (EventStream quick = api.run("quick")) {
        finished = quick.readToEnd();
      }
      documentsBefore = documents();
      server.kill();
      interrupted = live.readToEnd();
    }
    api.close();
    agents(at.documents(), 20);
    server = Servers.start(at, database());
    api = new Api(server.port());
  }

  private static void agents(Documents documents, int wordDelayMs) throws Exception {
    var toolRound = Turns.asksForTheWeather("Let me look.");
    documents
        .agent("quick", 0, toolRound, Turns.says("It is fine in Bern."))
        .agent("slow", wordDelayMs, toolRound, Turns.says(ANSWER));
  }

  @AfterAll
  void stop() throws Exception {
    if (server != null) {
      server.close();
      api.close();
    }
  }

  private List<String> documents() throws Exception {
    Frame start = finished.getFirst();
    String thread = "v1/threads/" + start.field("thread_id");
    return List.of(
        api.get(thread),
        api.get(thread + "/messages"),
        api.get("v1/runs/" + start.field("run_id")));
  }

  @Test
  void threadMessagesAndRunAreUnchanged() throws Exception {
    assertThat(finished.getLast().type()).isEqualTo("run_finish");
    assertThat(documents()).isEqualTo(documentsBefore);
  }

  @Test
  @Failures("F40")
  void theReplayedStreamEqualsTheLiveOne() throws Exception {
    try (EventStream replay = api.events(finished.getFirst().field("run_id"))) {
      assertThat(replay.readToEnd()).isEqualTo(finished);
    }
  }

  @Test
  @Failures("F38")
  void aReaderCanResumeAfterAnyEvent() throws Exception {
    int middle = finished.size() / 2;
    String last = finished.get(middle - 1).id();
    try (EventStream rest = api.events(finished.getFirst().field("run_id"), last)) {
      assertThat(rest.readToEnd()).isEqualTo(finished.subList(middle, finished.size()));
    }
  }

  @Test
  @Failures("F04")
  void theInterruptedRunIsTakenOverAndEndsWithOneAnswer() throws Exception {
    Frame start = interrupted.getFirst();
    assertThat(interrupted).noneMatch(frame -> frame.is("run_finish"));
    List<Frame> whole = readRun(start.field("run_id"));

    assertThat(whole.getLast().json().path("termination").path("type").asText())
        .isEqualTo("natural_end");
    assertThat(whole.getLast().json().path("result").path("response").asText()).isEqualTo(ANSWER);
    assertThat(whole.getLast().epoch()).isEqualTo(2);
    assertThat(whole).extracting(Frame::sequence).containsExactlyElementsOf(upTo(whole.size()));
    String messages = api.get("v1/threads/" + start.field("thread_id") + "/messages");
    assertThat(messages.split(ANSWER, -1)).hasSize(2);
  }

  @Test
  void theToolOfTheCommittedStepIsNotCalledAgain() throws Exception {
    List<Frame> whole = readRun(interrupted.getFirst().field("run_id"));

    assertThat(whole).filteredOn(frame -> frame.is("tool_call_ready")).hasSize(1);
    assertThat(whole).filteredOn(frame -> frame.is("tool_call_done")).hasSize(1);
    Frame done =
        interrupted.stream().filter(frame -> frame.is("tool_call_done")).findFirst().orElseThrow();
    assertThat(whole).contains(done);
  }

  /** Uncommitted events are rolled back; all others are sent exactly once. */
  @Test
  @Failures("F04")
  void aReaderOfTheInterruptedRunIsResetToTheLastCommitAndReceivesTheRest() throws Exception {
    String run = interrupted.getFirst().field("run_id");
    List<Frame> rest;
    try (EventStream stream = api.events(run, interrupted.getLast().id())) {
      rest = stream.readToEnd();
    }
    Frame reset = rest.getFirst();
    assertThat(reset.type()).isEqualTo("reset");

    List<Frame> seen = new ArrayList<>(interrupted);
    seen.removeIf(frame -> frame.sequence() > reset.sequence());
    seen.addAll(rest.subList(1, rest.size()));
    assertThat(seen).isEqualTo(readRun(run));
  }

  private List<Frame> readRun(String run) throws Exception {
    try (EventStream stream = api.events(run)) {
      stream.until(frame -> frame.is("run_finish"));
      return stream.readToEnd();
    }
  }

  private static List<Long> upTo(int last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }
}
