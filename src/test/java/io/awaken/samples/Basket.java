package io.awaken.samples;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.stream.Stream;

/** Keeps a basket in the state of the conversation: a plugin for the key, a tool that writes it. */
@ApplicationScoped
public class Basket implements Plugin {

  /** Commutative: tools that run at the same time may all add to it. */
  static final StateKey<List<String>, String> ARTICLES =
      StateKey.<List<String>, String>of(
              "shop.basket",
              new TypeReference<List<String>>() {},
              List::of,
              (basket, article) -> Stream.concat(basket.stream(), Stream.of(article)).toList())
          .commutative()
          .threadScoped();

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("basket");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerKey(ARTICLES);
  }

  @AgentTool(name = "add_to_basket", description = "Puts an article into the basket.")
  public ToolOutput add(String article, ToolCallContext call) {
    int before = call.state().getOrInitial(ARTICLES).size();
    return ToolOutput.success(call.toolName(), TextNode.valueOf("article " + (before + 1)))
        .with(StateCommand.none().update(ARTICLES, article));
  }
}
