package io.awaken.http.api.thread;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.STRANGER;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.run.AskingApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /v1/threads/{id}/interrupt} and {@code .../cancel}. */
@Rows({192, 230})
class ThreadStopRoutesTest {

  private final AskingApi api = new AskingApi(AskingNode.APPROVAL).as(ADA);

  private RunId queued(String text) {
    return api.asking.node.enqueue(TestNode.request("t", text).by(ADA)).runId();
  }

  private RunId waiting() {
    RunId run = queued("pay");
    api.asking.goOn();
    return run;
  }

  private JsonNode answer(String route, String thread) {
    return route.equals("cancel") ? api.cancel(thread) : api.interrupt(thread);
  }

  private RunStatus status(RunId run) {
    return api.asking.record(run).status();
  }

  @Test
  void anInterruptionCountsSupersededJobs() {
    RunId waiting = waiting();
    RunId second = queued("and then?");
    RunId third = queued("and after that?");

    JsonNode answer = api.interrupt("t");

    assertThat(answer)
        .isEqualTo(
            AskingApi.json(
                """
                {"status":"interrupt_requested","thread_id":"t",
                 "superseded_jobs":2,"new_generation":1}
                """));
    assertThat(status(waiting)).isEqualTo(RunStatus.DONE);
    assertThat(status(second)).isEqualTo(RunStatus.DONE);
    assertThat(status(third)).isEqualTo(RunStatus.DONE);
  }

  @Test
  void anInterruptionNamesTheRunningRun() {
    RunId executing = queued("pay");
    api.asking.node.starter.claimDue();

    assertThat(api.interrupt("t").get("active_run_id").asText()).isEqualTo(executing.value());
  }

  @Test
  void aCancellationCancelsOnlyTheOpenRun() {
    RunId waiting = waiting();
    RunId next = queued("and then?");

    assertThat(api.cancel("t").get("run_id").asText()).isEqualTo(waiting.value());
    assertThat(status(waiting)).isEqualTo(RunStatus.DONE);
    assertThat(status(next)).isEqualTo(RunStatus.CREATED);
  }

  @Test
  void withoutAnOpenRunTheQueuedOneIsCancelled() {
    RunId next = queued("pay");

    assertThat(api.cancel("t").get("run_id").asText()).isEqualTo(next.value());
    assertThat(status(next)).isEqualTo(RunStatus.DONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cancel", "interrupt"})
  void stoppingAnIdleThreadIsNotAnError(String route) {
    waiting();
    api.interrupt("t");

    JsonNode answer = answer(route, "t");

    assertThat(answer.get("status").asText()).isEqualTo(route + "_requested");
    assertThat(answer.has("run_id") || answer.has("active_run_id")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cancel", "interrupt"})
  void anInvisibleThreadIsNotFound(String route) {
    RunId waiting = waiting();

    for (String thread : new String[] {"t", "nowhere", "not/an/id"}) {
      assertThat(refusal(() -> answerTo(route, thread)).status()).isEqualTo(404);
    }
    assertThat(status(waiting)).isEqualTo(RunStatus.WAITING);
  }

  private void answerTo(String route, String thread) {
    try {
      api.as(STRANGER);
      answer(route, thread);
    } finally {
      api.as(ADA);
    }
  }
}
