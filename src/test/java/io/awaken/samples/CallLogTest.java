package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ToolResult;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** trpc: a plugin that logs, at all hook points. */
@Rows(81)
class CallLogTest {

  @Test
  void everyBeginningHasItsEndAndTheyNest() {
    var lines = new ArrayList<String>();
    var sample =
        new SampleNode(
            Script.builder().calls("search", Map.of("value", "x")).says("done"),
            new CallLog(lines::add),
            new FunctionTool("search", (arguments, context) -> ToolResult.error("search", "no")));

    sample.node.run("t", "go");

    assertThat(lines)
        .containsExactly(
            "> agent a",
            "> model scripted",
            "< model scripted",
            "> tool search",
            "< tool search failed",
            "> model scripted",
            "< model scripted",
            "< agent a");
  }

  /** clark-agent, AfterToolCall: also for synthetic results. */
  @Test
  void aCallOfAToolThatIsNotThereHasOnlyAnEnd() {
    var lines = new ArrayList<String>();

    new SampleNode(
            Script.builder().calls("nothing", Map.of("value", "x")).says("done"),
            new CallLog(lines::add))
        .node.run("t", "go");

    assertThat(lines).contains("< tool nothing failed").doesNotContain("> tool nothing");
  }
}
