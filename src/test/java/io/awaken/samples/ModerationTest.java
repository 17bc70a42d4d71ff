package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.builtin.actions.LoopActionsPlugin;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The guide's gate that asks a model, and a person where the model objects. */
@Rows({75, 83, 118, 184})
class ModerationTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private final FunctionTool post = FunctionTool.answering("post", "posted");
  private RecordingModel judge;
  private TestNode node;

  private RunId run(String verdict) {
    judge = RecordingModel.turns(Script.builder().says(verdict));
    var writer =
        new ScriptedModel(
            Script.builder().calls("post", Map.of("value", "hi")).says("Done.").build());
    node =
        new TestNode(
            TestNode.inMemory(),
            new RegistrySnapshot(
                Map.of("a", AgentSpec.of("a", "m")),
                Map.of(
                    "m", new ModelSpec("m", "p", "script"),
                    "moderator", new ModelSpec("moderator", "j", "judge-1")),
                Map.of("p", writer, "j", judge),
                Map.of("post", RegisteredTool.of(post)),
                PluginSet.of(List.of(new LoopActionsPlugin(), new Moderation()), List.of()),
                ModelPorts.plain()));
    RunId run = node.submit("t", "go");
    node.executeAll();
    return run;
  }

  @Test
  void aCallThatTheModelFindsHarmlessIsMade() {
    RunId run = run("YES");

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(post.calls()).hasSize(1);
    assertThat(judge.requests())
        .singleElement()
        .extracting(LlmRequest::model, request -> request.messages().getFirst().text())
        .containsExactly("judge-1", "post{\"value\":\"hi\"}");
  }

  @Test
  void anyOtherCallWaitsForSomebodyElseWithTheRole() {
    RunId run = run("NO");

    assertThat(node.record(run).status()).isEqualTo(RunStatus.WAITING);
    assertThat(post.calls()).isEmpty();
    SuspensionRecord asked = node.stores.suspensions().open(THREAD).getFirst();
    assertThat(asked.ticket().approver()).isEqualTo(new Approver("supervisor", true));
    assertThat(asked.expiresAt() - asked.createdAt()).isEqualTo(24 * 3_600_000L);
  }

  @Test
  void afterADecisionTheCallIsMadeAndTheModelIsNotAskedAgain() {
    RunId run = run("NO");
    SuspensionRecord asked = node.stores.suspensions().open(THREAD).getFirst();

    var yes = new Decision("yes", DecisionAction.RESUME, null, null, 1);
    node.stores.suspensions().decide(asked.key(), asked.argumentsHash(), yes, "bob");
    node.starter.claimDue();
    node.executeAll();

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(post.calls()).hasSize(1);
    assertThat(judge.requests()).hasSize(1);
  }
}
