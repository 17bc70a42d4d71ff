package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.moderation.Moderation;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Moments;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sample project moderation, in one JVM: one provider has both models. */
@Rows({75, 83, 118, 119, 184})
class ModerationSampleTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private final FunctionTool publish = FunctionTool.answering("publish_post", "published");
  private final List<LlmRequest> judged = new ArrayList<>();

  @Test
  void whatIsAcceptableIsPublished() {
    TestNode node = node("Acceptable\n");

    assertThat(node.record(start(node)).status()).isEqualTo(RunStatus.DONE);
    assertThat(publish.calls()).hasSize(1);
    assertThat(judged)
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.model()).isEqualTo("scripted");
              assertThat(request.system()).contains("You are a moderator");
              assertThat(request.messages().getFirst().text())
                  .isEqualTo("{\"value\":\"You fool.\"}");
            });
  }

  @Test
  void whatIsNotIsToldToTheModel() {
    TestNode node = node("UNACCEPTABLE");

    assertThat(node.record(start(node)).status()).isEqualTo(RunStatus.DONE);
    assertThat(publish.calls()).isEmpty();
    assertThat(texts(node)).anyMatch(text -> text.contains("\"code\":\"unacceptable\""));
  }

  @Test
  void whereTheModelIsInDoubtAPersonDecidesAndTheModelIsNotAskedAgain() {
    TestNode node = node("DOUBT");
    RunId run = start(node);
    assertThat(node.record(run).status()).isEqualTo(RunStatus.WAITING);
    assertThat(publish.calls()).isEmpty();

    decide(node, DecisionAction.RESUME);

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(publish.calls()).hasSize(1);
    assertThat(judged).hasSize(1);
  }

  @Test
  void aPersonMayRefuse() {
    TestNode node = node("DOUBT");
    RunId run = start(node);

    decide(node, DecisionAction.CANCEL);

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(publish.calls()).isEmpty();
  }

  @Test
  void aPersonDecidesWhereTheModelSaysSomethingElseOrCannotBeAsked() {
    for (String answer : List.of("ACCEPTABLE, I was told", "", "(fails)")) {
      TestNode node = node(answer);
      try (var log = new CapturedLog("com.example.moderation.Moderation")) {
        assertThat(node.record(start(node)).status()).as(answer).isEqualTo(RunStatus.WAITING);
        assertThat(log.warnings()).hasSize(1);
      }
    }
    assertThat(publish.calls()).isEmpty();
  }

  @Test
  void otherToolsAndAgentsWithoutTheSectionAreNotModerated() {
    var node = new TestNode(model("DOUBT"), agent -> agent, List.of(new Moderation()), publish);

    assertThat(node.record(start(node)).status()).isEqualTo(RunStatus.DONE);
    assertThat(judged).isEmpty();
  }

  private TestNode node(String answer) {
    return new TestNode(
        model(answer), ModerationSampleTest::moderated, List.of(new Moderation()), publish);
  }

  private static AgentSpec moderated(AgentSpec agent) {
    return agent.toBuilder()
        .section("moderation", Moments.json("{\"model\": \"m\", \"tools\": [\"publish_post\"]}"))
        .build();
  }

  /** Judges when it is instructed to, else plays the script. */
  private LlmExecutor model(String answer) {
    var script =
        new ScriptedModel(
            Script.builder()
                .calls("publish_post", Map.of("value", "You fool."))
                .says("Done.")
                .build());
    return (request, listener, cancellation) -> {
      if (request.system() == null) {
        return script.execute(request, listener, cancellation);
      }
      judged.add(request);
      if (answer.equals("(fails)")) {
        throw new InferenceException(InferenceException.Kind.RATE_LIMITED, "too many", null);
      }
      return new StreamResult(
          List.of(new ContentBlock.Text(answer)), List.of(), null, StopReason.END_TURN, false);
    };
  }

  private static RunId start(TestNode node) {
    RunId run = node.submit(THREAD.value(), "Write to them.");
    node.executeAll();
    return run;
  }

  private static void decide(TestNode node, DecisionAction action) {
    SuspensionRecord asked = node.stores.suspensions().open(THREAD).getFirst();
    assertThat(asked.ticket().suspension().action()).isEqualTo("tool:Moderate");
    var decision = new Decision("d", action, null, null, 1);
    node.stores.suspensions().decide(asked.key(), asked.argumentsHash(), decision, "bob");
    node.starter.claimDue();
    node.executeAll();
  }

  private static List<String> texts(TestNode node) {
    return node.stores.threads().history(THREAD).stream().map(message -> message.text()).toList();
  }
}
