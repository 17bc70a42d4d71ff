package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Cost;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.RunsResource.CancelView;
import io.awaken.http.json.NativeJson;
import io.awaken.http.stream.read.SettledRuns;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewsTest {

  @Test
  @Rows(163)
  void anEndedRunShowsTimesInSecondsAndItsOutcomeButNotItsCaller() {
    var run =
        new RunRecord(
            new RunId("r"),
            new ThreadId("t"),
            new Caller("default", "ada", java.util.Set.of("x")),
            RunSpec.of("a", null, List.of()),
            new JobId("j"),
            3,
            RunStatus.DONE,
            new TerminationReason.NaturalEnd(),
            "hi",
            2,
            10,
            20,
            null,
            1_763_719_200_999L,
            1_763_719_201_000L,
            1_763_719_202_000L,
            1_763_719_202_000L,
            null,
            ThreadAccess.of(Caller.ANONYMOUS));

    assertThat(json(RunView.of(run, List::of, ids -> Map.of())))
        .isEqualTo(
            "{\"run_id\":\"r\",\"thread_id\":\"t\",\"agent_id\":\"a\",\"job_id\":\"j\",\"generation\":3,\"status\":\"done\","
                + "\"termination_reason\":{\"type\":\"natural_end\"},\"termination_code\":\"natural_end\",\"final_output\":\"hi\","
                + "\"outcome\":{\"termination_reason\":{\"type\":\"natural_end\"},"
                + "\"final_output\":\"hi\"},\"created_at\":1763719200,"
                + "\"started_at\":1763719201,\"finished_at\":1763719202,"
                + "\"updated_at\":1763719202,\"created_at_ms\":1763719200999,"
                + "\"started_at_ms\":1763719201000,\"finished_at_ms\":1763719202000,"
                + "\"updated_at_ms\":1763719202000,\"steps\":2,\"input_tokens\":10,"
                + "\"output_tokens\":20}");
  }

  @Test
  @Rows(1033)
  void aRunThatHasACostShowsItAsText() {
    var cost = new Cost("0.000000000001", "USD");
    var run =
        new RunRecord(
            new RunId("r"),
            new ThreadId("t"),
            Caller.ANONYMOUS,
            RunSpec.of("a", null, List.of()),
            new JobId("j"),
            3,
            RunStatus.DONE,
            new TerminationReason.NaturalEnd(),
            "hi",
            2,
            10,
            20,
            cost,
            1,
            2L,
            3L,
            3,
            null,
            ThreadAccess.of(Caller.ANONYMOUS));

    assertThat(json(RunView.of(run, List::of, ids -> Map.of())))
        .endsWith("\"cost\":{\"amount\":\"0.000000000001\",\"currency\":\"USD\"}}");
  }

  @Test
  @Rows(1302)
  void aRunWithoutAQuestionWaitsForItsTasksAndContinuesByItself() {
    var run =
        new RunRecord(
            new RunId("r"),
            new ThreadId("t"),
            Caller.ANONYMOUS,
            RunSpec.of("a", null, List.of()),
            new JobId("j"),
            3,
            RunStatus.WAITING,
            null,
            null,
            0,
            0,
            0,
            null,
            1,
            2L,
            null,
            3,
            null,
            ThreadAccess.of(Caller.ANONYMOUS));

    assertThat(json(RunView.of(run, List::of, ids -> Map.of())))
        .contains(
            "\"waiting\":{\"reason\":\"task\",\"ticket_ids\":[],\"tickets\":[],"
                + "\"since_job_id\":\"j\",\"message\":\"the run waits for its background tasks\"}");
    assertThat(
            SettledRuns.settled(run, new AskingNode(AskingNode.APPROVAL).node.stores.suspensions()))
        .isFalse();
  }

  @Test
  @Rows({189, 231})
  void aFailureIsShownInTheRunItsOutcomeAndItsJob() {
    var api = new RunsApi();
    api.as(AskingApi.ADA).queued("t");
    api.giveUp();

    JsonNode run = api.latest("t");
    JsonNode job = api.jobs("t", null, RunsApi.FIRST).at("/items/0");

    String why = "the run cannot be executed";
    assertThat(run.at("/error_payload/message").asText()).isEqualTo(why);
    assertThat(run.at("/outcome/error_payload")).isEqualTo(run.get("error_payload"));
    assertThat(job.get("run_error").asText()).isEqualTo(why);
    api.waiting("t");
    assertThat(api.latest("t").has("error_payload")).isFalse();
    assertThat(api.jobs("t", null, RunsApi.FIRST).at("/items/0").has("run_error")).isFalse();
  }

  @Test
  void aCancellationReportsItsResult() {
    var id = new RunId("r");

    assertThat(CancelView.of(CancelResult.REQUESTED, id).status()).isEqualTo("cancel_requested");
    assertThat(CancelView.of(CancelResult.ENDED, id).status()).isEqualTo("cancelled");
    assertThat(CancelView.of(CancelResult.ALREADY_DONE, id).status()).isEqualTo("already_done");
  }

  private static String json(Object view) {
    return new String(NativeJson.bytes(view), StandardCharsets.UTF_8);
  }
}
