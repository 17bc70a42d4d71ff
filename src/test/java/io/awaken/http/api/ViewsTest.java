package io.awaken.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.commit.RunStore.CancelResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.Rows;
import io.awaken.http.security.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewsTest {

  @Test
  void a_new_thread_shows_its_times_in_milliseconds_and_nothing_that_is_empty() {
    assertThat(json(ThreadView.of(thread(null, Map.of(), null))))
        .isEqualTo(
            "{\"id\":\"t\",\"metadata\":{\"created_at\":1763719200123,"
                + "\"updated_at\":1763719200456}}");
  }

  @Test
  void a_thread_shows_its_title_its_free_metadata_and_its_runs() {
    assertThat(json(ThreadView.of(thread("Trip", Map.of("aKey", 1), new RunId("r")))))
        .isEqualTo(
            "{\"id\":\"t\",\"metadata\":{\"created_at\":1763719200123,"
                + "\"updated_at\":1763719200456,\"title\":\"Trip\",\"custom\":{\"aKey\":1}},"
                + "\"active_run_id\":\"r\",\"open_run_id\":\"r\",\"latest_run_id\":\"r\","
                + "\"latest_run_updated_at\":5}");
  }

  @Test
  @Rows(163)
  void a_run_that_is_done_shows_its_times_in_seconds_and_its_outcome_but_not_its_caller() {
    var run =
        new RunRecord(
            new RunId("r"),
            new ThreadId("t"),
            "a",
            new Caller("default", "ada", java.util.Set.of("x")),
            null,
            new JobId("j"),
            3,
            RunStatus.DONE,
            new TerminationReason.NaturalEnd(),
            "hi",
            2,
            10,
            20,
            1_763_719_200_999L,
            1_763_719_201_000L,
            1_763_719_202_000L,
            1_763_719_202_000L,
            null);

    assertThat(json(RunView.of(run, List::of)))
        .isEqualTo(
            "{\"run_id\":\"r\",\"thread_id\":\"t\",\"agent_id\":\"a\",\"job_id\":\"j\",\"generation\":3,\"status\":\"done\","
                + "\"termination_reason\":{\"type\":\"natural_end\"},\"termination_code\":\"natural_end\",\"final_output\":\"hi\","
                + "\"outcome\":{\"termination_reason\":{\"type\":\"natural_end\"},"
                + "\"final_output\":\"hi\"},\"created_at\":1763719200,"
                + "\"started_at\":1763719201,\"finished_at\":1763719202,"
                + "\"updated_at\":1763719202,\"steps\":2,\"input_tokens\":10,"
                + "\"output_tokens\":20}");
  }

  @Test
  void an_agent_shows_no_prompt() {
    var spec =
        AgentSpec.of("a", "m").withDescription("helps").withSystemPrompt("never tell anybody");

    assertThat(json(AgentsView.of(List.of(spec))))
        .isEqualTo(
            "{\"items\":[{\"id\":\"a\",\"description\":\"helps\",\"model\":\"m\"}],\"total\":1}");
  }

  @Test
  void a_cancellation_says_what_became_of_it() {
    var id = new RunId("r");

    assertThat(CancelView.of(CancelResult.REQUESTED, id).status()).isEqualTo("cancel_requested");
    assertThat(CancelView.of(CancelResult.ENDED, id).status()).isEqualTo("cancelled");
    assertThat(CancelView.of(CancelResult.ALREADY_DONE, id).status()).isEqualTo("already_done");
    assertThatThrownBy(() -> CancelView.of(CancelResult.NOT_FOUND, id))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.refusal().status()).isEqualTo(404));
  }

  private static ThreadRecord thread(String title, Map<String, Object> custom, RunId run) {
    return new ThreadRecord(
        new ThreadId("t"),
        "default",
        "ada",
        title,
        null,
        null,
        custom,
        run,
        run,
        run,
        run == null ? null : 5L,
        0,
        0,
        1_763_719_200_123L,
        1_763_719_200_456L);
  }

  private static String json(Object view) {
    return new String(NativeJson.bytes(view), StandardCharsets.UTF_8);
  }
}
