package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An invalid answer of a tool becomes an error result, and the run continues. */
class UnusableAnswersTest {

  static Stream<Arguments> answers() {
    return Stream.of(
        Arguments.of(null, "the tool gave no result"),
        Arguments.of(
            new ToolResult("t", ToolResult.Status.PENDING, null, "later", null),
            "the tool waits and asks nothing"),
        Arguments.of(
            ToolResult.success("t", JsonNodeFactory.instance.textNode("x".repeat((1 << 18) + 1))),
            "the result has 262145 characters, the limit is 262144"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void becomesAnError(ToolResult answer, String expected) {
    var tool = new FunctionTool("t", (arguments, context) -> answer);
    var model = new RecordingModel(Script.builder().calls("t", Map.of("value", "x")).says("Well."));
    var node = new TestNode(model, UnaryOperator.identity(), tool);

    assertThat(node.run("thread", "Do it.").status()).isEqualTo(RunStatus.DONE);
    assertThat(node.stores.threads().history(new ThreadId("thread")))
        .filteredOn(message -> message.role() == Role.TOOL)
        .extracting(Message::text)
        .singleElement()
        .asString()
        .contains(expected);
  }
}
