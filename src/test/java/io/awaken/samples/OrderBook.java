package io.awaken.samples;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.tool.Tool;
import java.util.function.Consumer;

/** Brings a tool, which is called when the model decides so, and a log, which just happens. */
public final class OrderBook implements Plugin {

  private final Tool order;
  private final Consumer<String> log;

  public OrderBook(Tool order, Consumer<String> log) {
    this.order = order;
    this.log = log;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("order-book");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerTool(order);
    registrar.afterRun(summary -> log.accept(summary.response()));
  }
}
