package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.submission.Submission;
import io.awaken.fixture.Rows;
import io.awaken.store.jpa.PoisonedJobsTest.Engine;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was asked of runs of earlier versions is in other columns. */
@Rows(163)
class RunsOfTheVersionBeforeTest {

  private static final RunSpec ASKED =
      RunSpec.of("helper", null, List.of(Message.user("m", "hello")))
          .withClientTools(List.of(new ClientTool("paint", null, null)))
          .withClientInput(
              new ClientInput("Brief!", JsonNodeFactory.instance.objectNode().put("a", 1), false))
          .withOverrides(InferenceOverride.builder().maxTokens(7).build());

  private static void queue(QueuedRows rows) {
    rows.mailbox()
        .submits()
        .submit(
            new Submission(
                new RunId("r"), new ThreadId("t"), new JobId("j"), Caller.ANONYMOUS, ASKED));
  }

  @ParameterizedTest
  @EnumSource
  void aRunOfAnEarlierVersionIsReadFromItsColumns(Engine engine) {
    try (var rows = engine.open()) {
      queue(rows);
      rows.database.execute(
          "UPDATE awaken_run SET spec = NULL, frontend_tools = '[{\"name\":\"paint\"}]',"
              + " inference_override = '{\"max_tokens\":7}',"
              + " client_input = '{\"instructions\":\"Brief!\",\"state\":{\"a\":1}}'");

      Claim claim =
          rows.mailbox()
              .claims()
              .claim(rows.mailbox().claims().due(1).getFirst(), new ClaimToken("c"))
              .orElseThrow();

      assertThat(claim.spec()).isEqualTo(ASKED.withMessages(List.of()));
      assertThat(rows.stores.runs().find(claim.runId()).orElseThrow().spec())
          .isEqualTo(ASKED.shown());
    }
  }
}
