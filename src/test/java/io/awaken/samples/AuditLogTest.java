package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunStatus;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.samples.AuditLog.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The audit plugin of the book: an effect. */
@Rows({69, 73, 95})
class AuditLogTest {

  private static TestNode node(AuditLog plugin) {
    return new TestNode(
        new ScriptedModel(
            Script.builder().calls("search", Map.of("value", "x")).says("done").build()),
        UnaryOperator.<AgentSpec>identity(),
        List.of(plugin),
        FunctionTool.answering("search", "42"));
  }

  @Test
  void everythingThatHappenedIsWrittenDownInOrder() {
    var entries = new ArrayList<Entry>();

    node(new AuditLog(entries::add)).run("t", "go");

    assertThat(entries)
        .containsExactly(new Entry("anonymous", "starts a"), new Entry("a", "called search"));
  }

  @Test
  @Rows(97)
  void aLogThatCannotBeWrittenStopsNobody() {
    var node =
        node(
            new AuditLog(
                entry -> {
                  throw new IllegalStateException("disk full");
                }));

    try (var log = new CapturedLog("io.awaken.core.phase.EffectDispatcher")) {
      assertThat(node.run("t", "go").status()).isEqualTo(RunStatus.DONE);
      assertThat(log.warnings()).hasSize(2).allMatch(line -> line.contains("audit.record"));
    }
  }
}
