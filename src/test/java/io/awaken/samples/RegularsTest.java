package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunRecord;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.PersistedState;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The plugin of the guide that has a key of each kind. */
@Rows({41, 43, 57, 84, 95})
class RegularsTest {

  private final List<String> told = new ArrayList<>();
  private final RecordingModel model =
      new RecordingModel(
          Script.builder().calls("search", Map.of("value", "x")).says("Done.").repeating());
  private final TestNode node =
      new TestNode(
          model,
          UnaryOperator.<AgentSpec>identity(),
          List.of(new Regulars(told::add)),
          FunctionTool.answering("search", "found"));

  @Test
  void aCustomerWhoComesAgainIsGreetedInTheFirstRequestOfAnyThread() {
    node.run("t", "go");
    node.run("another", "go");

    assertThat(model.requests().subList(0, 2)).allMatch(request -> request.system() == null);
    assertThat(model.requests().get(2).system()).isEqualTo("The customer was here 1 times.");
    assertThat(model.requests().get(3).system()).isNull();
  }

  @Test
  void whatWasCalledIsKeptWithTheThread() {
    node.run("t", "go");
    RunRecord last = node.run("t", "go");

    PersistedState stored = node.stores.threads().state(last.threadId(), last.runId()).thread();
    assertThat(stored.extensions().get("shop.called")).hasToString("[\"search\",\"search\"]");
  }

  @Test
  @Rows(170)
  void clientsAreToldWhatWasCalled() {
    node.run("t", "go");

    assertThat(node.sinks.outline()).contains("StateSnapshot", "StateDelta");
  }

  @Test
  void theShopIsToldOfEachCall() {
    node.run("t", "go");

    assertThat(told).containsExactly("search");
  }
}
