package io.awaken.store.jpa.rows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.submission.Submission;
import io.awaken.fixture.Rows;
import io.awaken.store.jpa.rows.InboxRow.SteeringPayload;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is asked of a run, as JSON in its row and in the inbox. */
@Rows(163)
class StoredSpecTest {

  private static final RunSpec PLAIN =
      RunSpec.of("a", new RunId("parent"), List.of(Message.user("m", "hello")));

  private static final RunSpec FULL =
      PLAIN
          .withClientTools(List.of(new ClientTool("paint", null, null)))
          .withClientInput(
              new ClientInput("Be brief.", JsonNodeFactory.instance.objectNode(), false))
          .withOverrides(InferenceOverride.builder().maxTokens(7).build())
          .withDelivery(Delivery.USUAL.at(3))
          .superseding("old");

  private static final String JSON =
      "\"client_tools\":[{\"name\":\"paint\"}],"
          + "\"client_input\":{\"instructions\":\"Be brief.\",\"state\":{}},"
          + "\"overrides\":{\"max_tokens\":7}";

  @Test
  void aRunsRowHasWhatIsInNoColumn() {
    assertThat(StoredJson.writeSpec(FULL)).isEqualTo("{" + JSON + "}");
  }

  @Test
  void aRunThatIsAskedNothingElseStoresNothing() {
    assertThat(StoredJson.writeSpec(PLAIN.withDelivery(Delivery.USUAL.at(3)))).isNull();
  }

  @Test
  void theColumnsCompleteWhatIsReadBack() {
    RunSpec read = StoredJson.readSpec(StoredJson.writeSpec(FULL));

    assertThat(
            read.withAgent(FULL.agentId(), FULL.parentRunId())
                .withMessages(FULL.messages())
                .withDelivery(FULL.delivery())
                .superseding(FULL.supersedes()))
        .isEqualTo(FULL);
  }

  @Test
  void aRecordReadsNoToolsAndNoInputOfTheClient() {
    assertThat(StoredJson.readShownSpec("{" + JSON + "}").withAgent("a", FULL.parentRunId()))
        .isEqualTo(FULL.shown());
  }

  @Test
  void propertiesOfLaterVersionsAreIgnored() {
    assertThat(StoredJson.readSpec("{\"colour\":\"red\",\"agent_id\":\"b\",\"supersedes\":\"m\"}"))
        .isEqualTo(RunSpec.of(null, null, List.of()));
  }

  @Test
  void theInboxStoresMessagesAsEarlierVersionsDid() {
    var ann = new Caller("default", "ann", Set.of());
    var said =
        new Submission(
            new RunId("e"), new ThreadId("t"), new JobId("e"), ann, FULL.superseding(null));

    String stored = StoredJson.writeSteering(SteeringPayload.of(said));

    String message =
        "{\"id\":\"m\",\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]";
    assertThat(stored)
        .startsWith("{\"caller\":{\"tenant\":\"default\",\"subject\":\"ann\"")
        .contains("\"agent_id\":\"a\",\"parent_run_id\":\"parent\",\"messages\":[" + message, JSON)
        .doesNotContain("delivery", "supersedes");
    assertThat(StoredJson.readSteering(stored).submission(new ThreadId("t"), "e"))
        .isEqualTo(said.asking(spec -> spec.withDelivery(Delivery.USUAL)));
  }

  @Test
  void inboxEntriesOfEarlierVersionsAreRead() {
    SteeringPayload read =
        StoredJson.readSteering(
            "{\"agent_id\":\"a\",\"caller\":{\"tenant\":\"default\",\"subject\":\"ann\","
                + "\"roles\":[]},\"messages\":[{\"id\":\"m\",\"role\":\"user\",\"content\":[{"
                + "\"type\":\"text\",\"text\":\"hello\"}],\"tool_calls\":[]}],"
                + "\"overrides\":{\"max_tokens\":7}}");

    assertThat(read.spec())
        .isEqualTo(
            RunSpec.of("a", null, List.of(Message.user("m", "hello").sentBy("ann")))
                .withOverrides(FULL.overrides()));
  }
}
