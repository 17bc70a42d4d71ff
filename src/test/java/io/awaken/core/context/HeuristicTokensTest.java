package io.awaken.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Rows(150)
class HeuristicTokensTest {

  private static final TokenEstimator TOKENS = TokenEstimator.HEURISTIC;

  private static Stream<Arguments> blocks() {
    return Stream.of(
        Arguments.of("English text", new ContentBlock.Text("x".repeat(400)), 104),
        Arguments.of("two bytes a character", new ContentBlock.Text("é".repeat(400)), 204),
        Arguments.of("three bytes a character", new ContentBlock.Text("語".repeat(400)), 304),
        Arguments.of("a thought", new ContentBlock.Thinking("x".repeat(80)), 24),
        Arguments.of(
            "an encrypted thought",
            new ContentBlock.Thinking("", "p", "signature", "e".repeat(120), null),
            34),
        Arguments.of(
            "a page", ContentBlock.Source.url("https://example.org/long/path", "x".repeat(40)), 14),
        Arguments.of(
            "a picture",
            new ImageBlock("image/png", null, "https://x.test/p.png", null, null, null, null),
            1_004));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("blocks")
  void aMessageHasFourTokensAndThoseOfItsBlocks(String what, ContentBlock block, long tokens) {
    assertThat(TOKENS.of(Message.user(List.of(block)))).isEqualTo(tokens);
  }

  @Test
  void aToolCallCountsItsNameAndItsArguments() {
    var arguments = JsonNodeFactory.instance.objectNode().put("text", "x".repeat(400));
    var call = new ToolCall("an-id-is-not-counted", "n".repeat(40), arguments);
    var message = new Message("m", Role.ASSISTANT, List.of(), List.of(call), null, null, null);

    assertThat(TOKENS.of(message)).isBetween(4L + 10 + 100, 4L + 10 + 105);
  }

  @Test
  void aToolCountsNameDescriptionAndSchemaAlike() {
    var schema = JsonNodeFactory.instance.objectNode().put("type", "x".repeat(400));
    var tool = new ToolDescriptor("n".repeat(40), null, "d".repeat(200), schema, null);

    assertThat(TOKENS.of(tool)).isBetween(10L + 50 + 100, 10L + 50 + 105);
  }

  @Test
  void whatIsAbsentHasNoTokens() {
    assertThat(TOKENS.of((String) null)).isZero();
    assertThat(TOKENS.of(new ToolDescriptor("id", null, null, null, null))).isZero();
    assertThat(TOKENS.ofMessages(List.of())).isZero();
  }
}
