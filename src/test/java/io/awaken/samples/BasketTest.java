package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a tool brings into the state is there in the conversation, in every mode. */
class BasketTest {

  private final Basket basket = new Basket();

  @ParameterizedTest
  @EnumSource(ToolExecutionMode.class)
  void everyArticleArrives(ToolExecutionMode mode) {
    var model =
        new RecordingModel(
            Script.builder()
                .calls("add_to_basket", Map.of("article", "lamp"))
                .andCalls("add_to_basket", Map.of("article", "chair"))
                .says("Both are in."));
    var node =
        new TestNode(
            model, agent -> agent.withToolExecutionMode(mode), List.of(basket), new AddToBasket());
    RunId run = node.run("t", "A lamp and a chair.").runId();

    JsonNode stored =
        node.stores
            .threads()
            .state(new ThreadId("t"), run)
            .thread()
            .extensions()
            .get("shop.basket");
    assertThat(stored).extracting(JsonNode::textValue).containsExactlyInAnyOrder("lamp", "chair");
    assertThat(node.stores.threads().history(new ThreadId("t")))
        .filteredOn(message -> message.role() == Role.TOOL)
        .extracting(Message::text)
        .allMatch(text -> text.startsWith("article "));
  }

  /** The bean's method, as the server calls it. */
  private final class AddToBasket implements Tool {
    @Override
    public ToolDescriptor descriptor() {
      var anything = JsonNodeFactory.instance.objectNode().put("type", "object");
      return new ToolDescriptor("add_to_basket", null, "Puts it in.", anything, null);
    }

    @Override
    public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
      return basket.add(arguments.path("article").asText(), context);
    }
  }
}
