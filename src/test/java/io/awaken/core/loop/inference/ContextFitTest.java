package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.builtin.actions.LoopActionsPlugin;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.loop.LoopPorts;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Requests of a conversation that exceeds its agent's context window. */
@Rows({12, 147, 148})
class ContextFitTest {

  private static final ThreadId THREAD = new ThreadId("t");

  /** 1,000 tokens for messages. */
  private static final ContextWindowPolicy SMALL = new ContextWindowPolicy(1_500, 500, 2);

  private RecordingModel model;

  private TestNode node(ContextWindowPolicy policy, ScriptBuilder... turns) {
    return node(ports -> ports, policy, turns);
  }

  private TestNode node(
      UnaryOperator<LoopPorts> ports, ContextWindowPolicy policy, ScriptBuilder... turns) {
    model = RecordingModel.turns(turns);
    return new TestNode(
        TestNode.inMemory(),
        ports,
        model,
        agent -> AgentSpec.builder(agent.id(), agent.modelId()).contextPolicy(policy).build(),
        List.of(),
        FunctionTool.answering("look", "r".repeat(1_200)));
  }

  private static long tokens(LlmRequest request) {
    return TokenEstimator.HEURISTIC.ofMessages(request.messages())
        + TokenEstimator.HEURISTIC.ofTools(request.tools());
  }

  private List<Message> lastSent() {
    return model.requests().getLast().messages();
  }

  @Test
  void theOldestMessagesAreLeftOutOfTheRequestAndStayInTheThread() {
    TestNode node = node(SMALL, Script.builder().says("a".repeat(1_000)));
    for (int i = 0; i < 10; i++) {
      node.run("t", i + " " + "q".repeat(1_000));
    }

    assertThat(model.requests()).allSatisfy(each -> assertThat(tokens(each)).isLessThan(1_001));
    assertThat(lastSent())
        .hasSizeLessThan(19)
        .last()
        .extracting(Message::text)
        .asString()
        .startsWith("9 ");
    assertThat(node.stores.threads().history(THREAD)).hasSize(20);
  }

  @Test
  void aRunWithManyCallsStaysWithinItsWindowAndNoCallLosesItsResult() {
    var turns = new ArrayList<ScriptBuilder>();
    for (int i = 0; i < 12; i++) {
      turns.add(Script.builder().calls("look", Map.of("value", "x")));
    }
    turns.add(Script.builder().says("done"));
    TestNode node = node(SMALL, turns.toArray(ScriptBuilder[]::new));

    var run = node.run("t", "go");

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.finalOutput()).isEqualTo("done");
    assertThat(model.requests())
        .hasSize(13)
        .allSatisfy(request -> assertThat(tokens(request)).isLessThan(1_001))
        .allSatisfy(request -> assertWholeCalls(request.messages()));
    assertThat(lastSent()).hasSizeLessThan(10);
  }

  private static void assertWholeCalls(List<Message> messages) {
    var calls =
        messages.stream().flatMap(message -> message.toolCalls().stream()).map(ToolCall::id);
    var results = messages.stream().map(Message::toolCallId).filter(id -> id != null).toList();
    assertThat(calls).containsExactlyElementsOf(results);
  }

  @Test
  void theNewestMessagesAreSentEvenWhenTheyAloneAreTooLong() {
    TestNode node = node(SMALL, Script.builder().says("fine"));
    node.run("t", "first");

    node.run("t", "q".repeat(8_000));

    assertThat(lastSent().size()).isEqualTo(2);
    assertThat(lastSent().getLast().text()).hasSize(8_000);
  }

  @Test
  void anAgentWithoutALimitSendsEverything() {
    TestNode node = node(ContextWindowPolicy.OFF, Script.builder().says("fine"));
    for (int i = 0; i < 4; i++) {
      node.run("t", "q".repeat(200_000));
    }

    assertThat(lastSent().size()).isEqualTo(7);
  }

  @Test
  @Rows(146)
  void anAgentWithoutSettingsSendsWhatFitsTheDefaultWindow() {
    TestNode node = node(null, Script.builder().says("fine"));
    for (int i = 0; i < 12; i++) {
      node.run("t", "q".repeat(80_000));
    }

    // Each question has 20,004 tokens and each answer 5: 200,000 - 16,384 fit nine of both.
    assertThat(lastSent().size()).isEqualTo(18);
  }

  @Test
  @Rows(21)
  void aModelWithASmallerWindowGetsASmallerRequest() {
    model = RecordingModel.turns(Script.builder().says("fine"));
    var registry =
        new RegistrySnapshot(
            Map.of("a", AgentSpec.of("a", "m")),
            Map.of("m", new ModelSpec("m", "p", "scripted", 4_000, 1_000)),
            Map.of("p", model),
            Map.of(),
            PluginSet.of(List.of(new LoopActionsPlugin()), List.of()),
            ModelPorts.plain());
    var node = new TestNode(TestNode.inMemory(), registry);
    for (int i = 0; i < 12; i++) {
      node.run("t", "q".repeat(1_184));
    }

    assertThat(tokens(model.requests().getLast())).isBetween(2_700L, 3_000L);
  }

  @Test
  @Rows(150)
  void theRuntimeUsesTheConfiguredEstimator() {
    TokenEstimator tenEach =
        new TokenEstimator() {
          @Override
          public long of(String text) {
            return 0;
          }

          @Override
          public long of(Message message) {
            return 10;
          }

          @Override
          public long of(ToolDescriptor tool) {
            return 0;
          }
        };
    var policy = new ContextWindowPolicy(130, 100, 1);
    TestNode node =
        node(TestNode.estimating(tenEach), policy, Script.builder().says("x".repeat(9_000)));
    for (int i = 0; i < 4; i++) {
      node.run("t", "q".repeat(9_000));
    }

    assertThat(lastSent().size()).isEqualTo(3);
  }

  @Test
  @Rows(151)
  void aLongResultIsSentWholeOnceAndCutInLaterRequests() {
    TestNode node =
        looking(
            ContextWindowPolicy.DEFAULT,
            Script.builder().calls("look", Map.of("value", "x")),
            Script.builder().calls("look", Map.of("value", "y")),
            Script.builder().says("done"));

    node.run("t", "go");

    assertThat(texts(model.requests().get(1))).element(2).asString().hasSize(20_000);
    assertThat(texts(model.requests().get(2))).element(2).asString().hasSizeLessThan(1_601);
    assertThat(texts(model.requests().get(2))).element(4).asString().hasSize(20_000);
    assertThat(node.stores.threads().history(THREAD))
        .filteredOn(message -> message.toolCallId() != null)
        .hasSize(2)
        .allSatisfy(message -> assertThat(message.text()).hasSize(20_000));
  }

  @Test
  @Rows(151)
  void aNewResultThatDoesNotFitIsCutRatherThanRefusedByTheModel() {
    TestNode node =
        looking(
            SMALL,
            Script.builder().calls("look", Map.of("value", "x")),
            Script.builder().says("done"));

    node.run("t", "go");

    assertThat(tokens(model.requests().getLast())).isLessThan(1_001);
    assertThat(texts(model.requests().getLast())).last().asString().contains("[cut: ");
  }

  private TestNode looking(ContextWindowPolicy policy, ScriptBuilder... turns) {
    model = RecordingModel.turns(turns);
    return new TestNode(
        model,
        agent -> AgentSpec.builder(agent.id(), agent.modelId()).contextPolicy(policy).build(),
        FunctionTool.answering("look", "r".repeat(20_000)));
  }

  private static List<String> texts(LlmRequest request) {
    return request.messages().stream().map(Message::text).toList();
  }
}
