package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Runs whose model accepts less than its agent's policy. */
@Rows(1040)
class OverflowTest {

  private static final TokenEstimator ESTIMATOR = TokenEstimator.HEURISTIC;
  private static final String LONG = "q".repeat(4_000);

  /** Refuses requests of more than this many tokens. */
  private static final class SmallModel implements LlmExecutor {
    private final long most;
    private final LlmExecutor answers;
    private final List<LlmRequest> refused = new CopyOnWriteArrayList<>();
    private final List<LlmRequest> taken = new CopyOnWriteArrayList<>();

    SmallModel(long most, ScriptBuilder... turns) {
      this.most = most;
      this.answers = RecordingModel.turns(turns);
    }

    @Override
    public StreamResult execute(
        LlmRequest request, LlmListener listener, CancellationToken cancellation)
        throws InferenceException {
      if (ESTIMATOR.ofMessages(request.messages()) > most) {
        refused.add(request);
        throw new InferenceException(
            InferenceException.Kind.CONTEXT_OVERFLOW, "the prompt is too long", null);
      }
      taken.add(request);
      return answers.execute(request, listener, cancellation);
    }
  }

  private static ScriptBuilder fine() {
    return Script.builder().says("fine");
  }

  private static TestNode node(LlmExecutor model, ContextWindowPolicy policy) {
    return new TestNode(
        model,
        agent -> AgentSpec.builder(agent.id(), agent.modelId()).contextPolicy(policy).build(),
        FunctionTool.answering("look", "r".repeat(40_000)));
  }

  private static RunRecord talk(TestNode node, int questions) {
    RunRecord last = null;
    for (int i = 0; i < questions; i++) {
      last = node.run("t", i + LONG);
    }
    return last;
  }

  @Test
  void aRefusedRequestIsShrunkAndLaterOnesStaySmall() {
    var model = new SmallModel(7_500, fine());
    TestNode node = node(model, new ContextWindowPolicy(100_000, 1_000, 2));

    RunRecord run = talk(node, 12);

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(model.refused).hasSize(1);
    assertThat(model.taken).hasSize(12);
    assertThat(model.taken.getLast().messages()).hasSizeGreaterThan(4);
    assertThat(node.stores.threads().history(run.threadId())).hasSize(24);
  }

  @Test
  void aLongNewResultIsCutWhenTheModelRefusesIt() {
    var model = new SmallModel(2_000, Script.builder().calls("look", Map.of("value", "x")), fine());

    RunRecord run = node(model, ContextWindowPolicy.DEFAULT).run("t", "go");

    assertThat(run.finalOutput()).isEqualTo("fine");
    assertThat(model.taken.getLast().messages().getLast().text()).contains("[cut: ");
  }

  @Test
  void aTooLongMessageDoesNotLimitLaterRequests() {
    var model = new SmallModel(7_500, fine());
    TestNode node = node(model, new ContextWindowPolicy(100_000, 1_000, 2));
    RunRecord first = node.run("t", "q".repeat(200_000));
    assertThat(error(first)).contains("context_overflow");

    RunRecord second = node.run("t", "short");
    assertThat(second.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    talk(node, 4);

    assertThat(model.taken.getLast().messages()).hasSizeGreaterThan(6);
  }

  @Test
  void aRequestThatCannotBeShrunkEndsTheRunWithANamedError() {
    var model = new SmallModel(5, fine());

    RunRecord run = node(model, ContextWindowPolicy.DEFAULT).run("t", LONG);

    assertThat(error(run)).contains("context_overflow");
    assertThat(model.refused).hasSize(1);
  }

  @Test
  void continuationsAreLimited() {
    var model = new SmallModel(5, fine());
    TestNode node = node(model, new ContextWindowPolicy(100_000, 1_000, 8));
    talk(node, 1);
    model.refused.clear();

    assertThat(error(talk(node, 9))).contains("context_overflow");
    assertThat(model.refused.size()).isLessThanOrEqualTo(9 * 4);
  }

  @Test
  void anAgentThatSendsEverythingIsRefusedAtOnce() {
    var model = new SmallModel(1_500, fine());

    RunRecord run = talk(node(model, ContextWindowPolicy.OFF), 2);

    assertThat(error(run)).contains("context_overflow");
    assertThat(model.refused).hasSize(1);
  }

  @Test
  void aRefusalByASmallerFallbackDoesNotLimitTheAgentsOwnModel() {
    var own = new SmallModel(100_000, fine());
    var fallback = new SmallModel(7_500, fine());
    var down = new AtomicBoolean();
    LlmExecutor shaky =
        (request, listener, token) -> {
          if (down.get()) {
            throw new InferenceException(InferenceException.Kind.PROVIDER, "down", null);
          }
          return own.execute(request, listener, token);
        };
    var retry = JsonNodeFactory.instance.objectNode().put("max_retries", 0);
    retry.putArray("fallback_models").add("m2");
    AgentSpec agent =
        AgentSpec.builder("a", "m")
            .contextPolicy(new ContextWindowPolicy(100_000, 1_000, 2))
            .section("retry", retry)
            .build();
    var node =
        new TestNode(
            TestNode.inMemory(), Registries.with(agent).models(shaky, fallback).snapshot());
    talk(node, 8);
    down.set(true);
    RunRecord meanwhile = talk(node, 1);
    down.set(false);
    talk(node, 1);

    assertThat(meanwhile.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(fallback.refused).isNotEmpty();
    assertThat(own.taken.getLast().messages()).hasSize(19);
  }

  @Test
  void pluginsComeFirst() {
    var model = new SmallModel(2_500, fine());
    var asked = new ArrayList<Integer>();
    var plugin =
        new TestPlugin(
            "own",
            registrar ->
                registrar.overflowRecovery(
                    (context, history) -> {
                      asked.add(history.size());
                      return Optional.of(history.subList(history.size() - 1, history.size()));
                    }));
    var node = new TestNode(model, agent -> agent, List.of(plugin));

    RunRecord run = talk(node, 3);

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(asked).containsExactly(5);
    assertThat(model.taken.getLast().messages()).extracting(Message::text).hasSize(1);
  }

  @Test
  void pluginsMayShrinkTheHistoryThreeTimes() {
    var model = new SmallModel(10_000, fine());
    var asked = new ArrayList<Integer>();
    var plugin =
        new TestPlugin(
            "own",
            registrar ->
                registrar.overflowRecovery(
                    (context, history) -> {
                      asked.add(history.size());
                      return Optional.of(history.subList(1, history.size()));
                    }));
    var node = new TestNode(model, agent -> agent, List.of(plugin));
    talk(node, 9);
    model.refused.clear();
    asked.clear();

    node.run("t", "q".repeat(60_000));

    assertThat(asked).hasSize(3);
    assertThat(model.refused).hasSizeLessThanOrEqualTo(1 + 3 + 3);
  }

  private static String error(RunRecord run) {
    return ((TerminationReason.Error) run.termination()).value();
  }
}
