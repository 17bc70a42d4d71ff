package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** awaken-book: Tool and Plugin Boundary. */
@Rows({79, 80})
class OrderBookTest {

  private final FunctionTool order = FunctionTool.answering("order", "ordered");
  private final List<String> log = new ArrayList<>();

  private void run(ScriptBuilder script) {
    new SampleNode(script, new OrderBook(order, log::add)).node.run("t", "go");
  }

  @Test
  void theModelCallsTheToolOfAPluginLikeAnyOther() {
    run(Script.builder().calls("order", Map.of("value", "shoes")).says("done"));

    assertThat(order.calls()).hasSize(1);
  }

  @Test
  void whatAPluginDoesByItselfHappensWhateverTheModelDecides() {
    run(Script.builder().says("Nothing to order."));

    assertThat(order.calls()).isEmpty();
    assertThat(log).containsExactly("Nothing to order.");
  }
}
