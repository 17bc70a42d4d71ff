package io.awaken.builtin.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.sharing.SharedStatePlugin.SharedStateTool;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.MutationBatch;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.PluginBench;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tool with which a model changes the shared state. */
@Rows(240)
class SharedStateToolTest {

  private static final JsonMapper JSON = new JsonMapper();

  /** Characters of {@code {"text":""}}. */
  private static final int FRAME = 11;

  private final PluginBench bench = PluginBench.of(new SharedStatePlugin());

  private AgentSpec agent = AgentSpec.of("a", "m");

  private static ObjectNode object(String json) {
    try {
      return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static ObjectNode text(int characters) {
    return JSON.createObjectNode().put("text", "x".repeat(characters));
  }

  private void stored(ObjectNode values) {
    bench.state.commit(
        MutationBatch.anywhere().update(RuntimeKeys.SHARED_STATE, SharedState.replace(values)));
  }

  /** Calls the tool and applies what it changes. */
  private ToolResult call(ObjectNode changes) {
    ObjectNode arguments = JSON.createObjectNode();
    arguments.set("changes", changes);
    var context =
        new ToolCallContext(
            "c", SharedStateTool.ID, bench.hook().run(), agent, "key", new CancellationToken());
    ToolOutput output =
        new SharedStateTool().execute(arguments, context.with(bench.state.snapshot()));
    if (output.command() != null) {
      bench.submit(output.command());
    }
    return output.result();
  }

  private ObjectNode now() {
    return bench.read(RuntimeKeys.SHARED_STATE).values();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                             | {'a':1}           | {'a':1}",
        "{'a':1}                        | {'b':[2]}         | {'a':1,'b':[2]}",
        "{'a':1,'b':2}                  | {'a':null}        | {'b':2}",
        "{'a':{'x':1,'y':2}}            | {'a':{'y':3}}     | {'a':{'x':1,'y':3}}",
        "{'a':{'x':1,'y':2}}            | {'a':{'y':null}}  | {'a':{'x':1}}",
        "{'a':[1,2,3]}                  | {'a':[4]}         | {'a':[4]}",
        "{'a':1}                        | {'a':{'x':null}}  | {'a':{}}",
        "{'a':1}                        | {}                | {'a':1}",
      })
  void itMergesItsChanges(String before, String changes, String after) {
    stored(object(before));

    assertThat(call(object(changes)).failed()).isFalse();

    assertThat(now()).isEqualTo(object(after));
  }

  @Test
  void aStateOfExactlyTheLimitIsStored() {
    assertThat(call(text(SharedState.MAX_CHARS - FRAME)).failed()).isFalse();

    assertThat(now().toString()).hasSize(SharedState.MAX_CHARS);
  }

  @Test
  void aLargerStateIsRefusedWithTheLimitAndChangesNothing() {
    stored(object("{'a':1}"));

    ToolResult result = call(text(SharedState.MAX_CHARS - FRAME));

    assertThat(result.code()).isEqualTo("state_too_large");
    assertThat(result.message())
        .isEqualTo("changes: the shared state must have at most 131072 characters as JSON");
    assertThat(now()).isEqualTo(object("{'a':1}"));
  }

  @Test
  void theWholeStateCountsNotOnlyTheChanges() {
    stored(text(SharedState.MAX_CHARS - FRAME));

    assertThat(call(object("{'more':1}")).code()).isEqualTo("state_too_large");
    assertThat(call(object("{'text':null}")).failed()).isFalse();
    assertThat(call(object("{'more':1}")).failed()).isFalse();
  }

  @Test
  void anAgentThatSharesNoStateRefusesIt() {
    agent = agent.toBuilder().sharedState(false).build();

    assertThat(call(object("{'a':1}")).code()).isEqualTo("state_not_allowed");

    assertThat(now()).isEmpty();
  }
}
