package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The registry changes between the claim of a run and its first step. */
@Rows(31)
class BeginningRunsTest {

  private final FunctionTool look = FunctionTool.answering("look", "x");
  private final RecordingModel model =
      new RecordingModel(Script.builder().calls("look", Map.of("value", "x")).says("done"));

  @Test
  void aClaimedRunBeginsWithTheSnapshotOfItsClaim() {
    var node = new TestNode(model, agent -> agent.withSystemPrompt("old"), look);
    RunId run = node.submit("t", "hi");

    node.registry.publish(
        before ->
            before
                .withTools(Map.of())
                .with(AgentSpec.builder("a", "m").systemPrompt("new").build()));
    node.executeAll();

    assertThat(node.record(run).termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(look.calls()).hasSize(1);
    assertThat(model.requests()).allSatisfy(asked -> assertThat(asked.system()).isEqualTo("old"));
  }

  @Test
  void theNextRunSeesTheNewVersion() {
    var node = new TestNode(model, agent -> agent.withSystemPrompt("old"), look);
    RegistrySnapshot before = node.registry.get();
    node.registry.publish(now -> now.withTools(Map.of()));
    node.registry.publish(now -> before.with(AgentSpec.of("a", "m").withSystemPrompt("new")));

    node.run("t", "hi");

    assertThat(model.requests()).allSatisfy(asked -> assertThat(asked.system()).isEqualTo("new"));
  }
}
