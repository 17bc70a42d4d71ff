package io.awaken.provider.scripted;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.demo.CalculateTool;
import io.awaken.builtin.demo.TimeTool;
import io.awaken.builtin.demo.WeatherTool;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.RecordedPieces;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoModelTest {

  private static final List<ToolDescriptor> TOOLS =
      List.of(
          new WeatherTool().descriptor(),
          new CalculateTool().descriptor(),
          new TimeTool(InstantSource.system()).descriptor(),
          custom("order_status", "order"));

  private final RecordedPieces pieces = new RecordedPieces();
  private final List<Duration> waits = new ArrayList<>();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "What is the weather in Bern?              | get_weather{\"city\":\"Bern\"}",
        "weather for New York, please              | get_weather{\"city\":\"New York\"}",
        "How is the weather in São Paulo today?    | get_weather{\"city\":\"São Paulo\"}",
        "What's the weather?                       | ''",
        "use get_weather {\"city\": \"Rome\"}      | get_weather{\"city\":\"Rome\"}",
        "How much is (3+4)*2?                      | calculate{\"expression\":\"(3+4)*2\"}",
        "Calculate 0.1 + 0.2.                      | calculate{\"expression\":\"0.1 + 0.2\"}",
        "I have 3 cats - and 2 dogs                | ''",
        "What time is it?                          | current_time{}",
        "What time is it in Europe/Zurich?         | current_time{\"zone\":\"Europe/Zurich\"}",
        "Sometimes I wonder                        | ''",
        "order_status 17-4                         | order_status{\"order\":\"17-4\"}",
        "use order_status {\"order\": \"A 1\"}     | order_status{\"order\":\"A 1\"}",
        "use order_status {oops}                   | order_status{}",
        "Weather in Bern and 2 + 2"
            + "| get_weather{\"city\":\"Bern\"} calculate{\"expression\":\"2 + 2\"}",
      })
  void aToolIsCalledWhenTheTextAsksForIt(String text, String calls) throws Exception {
    assertThat(
            answer(TOOLS, user(text)).toolCalls().stream()
                .map(call -> call.name() + call.arguments())
                .collect(Collectors.joining(" ")))
        .isEqualTo(calls);
  }

  @Test
  void aToolThatIsNotOfferedIsNeverCalled() throws Exception {
    assertThat(answer(List.of(), user("weather in Bern, 1 + 1, time")).toolCalls()).isEmpty();
  }

  @Test
  void everyAnswerExplainsHowToGetARealModel() throws Exception {
    answer(TOOLS, user("Hello"));

    assertThat(pieces.text())
        .startsWith("You said: \"Hello\". Ask me to use one of my tools: get_weather, ")
        .contains("the built-in demo model")
        .contains("ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OLLAMA_HOST", "OPENAI_API_KEY")
        .contains("OPENAI_BASE_URL");
  }

  @Test
  void theAnswerAfterAToolContainsItsResult() throws Exception {
    var call = new ToolCall("c1", "calculate", JsonNodeFactory.instance.objectNode());
    StreamResult result =
        answer(TOOLS, user("1 + 1"), assistant("Asking.", call), tool("c1", "{\"result\":\"2\"}"));

    assertThat(result.toolCalls()).isEmpty();
    assertThat(pieces.text())
        .startsWith("calculate answered: {\"result\":\"2\"}")
        .contains("the built-in demo model");
  }

  @Test
  void aNewQuestionIgnoresEarlierResults() throws Exception {
    var call = new ToolCall("c1", "calculate", JsonNodeFactory.instance.objectNode());
    answer(TOOLS, user("1 + 1"), assistant(null, call), tool("c1", "2"), user("Thanks"));

    assertThat(pieces.text()).startsWith("You said: \"Thanks\"");
  }

  @Test
  void aLongTextIsShortenedBetweenCharacters() throws Exception {
    answer(List.of(), user("😀".repeat(201)));

    assertThat(pieces.text()).startsWith("You said: \"" + "😀".repeat(200) + "...\"");
  }

  @Test
  void wordsComeOneByOneWithADelayBetweenThem() throws Exception {
    answer(List.of(), user("Hello"));

    assertThat(waits).isNotEmpty().containsOnly(Duration.ofMillis(30));
    assertThat(waits).hasSize(pieces.pieces().size() - 1);
  }

  private StreamResult answer(List<ToolDescriptor> tools, Message... messages) throws Exception {
    return new DemoModel(
            DemoModel.DEFAULT_WORD_DELAY, (duration, cancellation) -> waits.add(duration))
        .execute(request(tools, messages), pieces, new CancellationToken());
  }

  private static ToolDescriptor custom(String id, String parameter) {
    var schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.putObject("properties").putObject(parameter).put("type", "string");
    schema.putArray("required").add(parameter);
    return new ToolDescriptor(id, null, "A tool of the user's", schema, null);
  }
}
