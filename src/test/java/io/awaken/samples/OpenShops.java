package io.awaken.samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import io.awaken.core.tool.ToolSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** Offers one tool for each shop that is open now. */
@ApplicationScoped
public class OpenShops implements ToolSource {

  private final Map<String, Tool> tools = new ConcurrentSkipListMap<>();
  private volatile Runnable changed = () -> {};

  @Override
  public String name() {
    return "shops";
  }

  @Override
  public List<Tool> tools() {
    return List.copyOf(tools.values());
  }

  @Override
  public void onChange(Runnable listener) {
    changed = listener;
  }

  @AgentTool(name = "open_shop", description = "Opens a shop.")
  public String open(String shop) {
    tools.put(shop, new AskShop(shop));
    changed.run();
    return shop + " is open";
  }

  @AgentTool(name = "close_shop", description = "Closes a shop.")
  public String close(String shop) {
    tools.remove(shop);
    changed.run();
    return shop + " is closed";
  }

  record AskShop(String shop) implements Tool {

    @Override
    public ToolDescriptor descriptor() {
      var arguments = JsonNodeFactory.instance.objectNode().put("type", "object");
      return new ToolDescriptor("ask_" + shop, null, "Asks a shop.", arguments, null);
    }

    @Override
    public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
      JsonNode answer = JsonNodeFactory.instance.textNode(shop + " has lamps");
      return ToolOutput.of(ToolResult.success("ask_" + shop, answer));
    }
  }
}
