package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** clark: ToolGate, a per-turn allow-list. */
@Rows(83)
class SearchFirstTest {

  private final FunctionTool search = FunctionTool.answering("search", "found");
  private final FunctionTool order = FunctionTool.answering("order", "ordered");

  private SampleNode run(ScriptBuilder script) {
    var sample = new SampleNode(script, new SearchFirst(), search, order);
    sample.node.run("t", "go");
    return sample;
  }

  @Test
  void aToolThatIsHiddenInThisTurnIsRefusedForTheReasonOfTheFilter() {
    var sample = run(Script.builder().calls("order", Map.of("value", "x")).says("oh"));

    assertThat(order.calls()).isEmpty();
    assertThat(sample.texts().get(2)).contains("search first, then use order");
  }

  @Test
  void theNextTurnHasAllTools() {
    run(
        Script.builder()
            .calls("search", Map.of("value", "x"))
            .calls("order", Map.of("value", "x"))
            .says("done"));

    assertThat(search.calls()).hasSize(1);
    assertThat(order.calls()).hasSize(1);
  }
}
