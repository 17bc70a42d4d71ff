package io.awaken.process;

import io.awaken.core.message.ToolCall;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.AfterTool;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;

/**
 * Inspects the results of a {@link Storeroom}'s tools before they are committed: calls an {@link
 * Agency} if the call names one, and turns unwanted results into errors.
 */
@ApplicationScoped
public class Stocktaking implements Plugin {

  static final String NAME = "stocktaking";
  static final String UNWANTED = "unwanted";

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of(NAME);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.afterTool((context, call, result) -> after(call)).blocking();
  }

  private static AfterTool.Decision after(ToolCall call) throws IOException, InterruptedException {
    if (call.arguments().has("at")) {
      AgencyCall.to(call.arguments().path("at").asText(), call.id());
    }
    boolean unwanted = call.arguments().path("article").asText().equals(UNWANTED);
    return unwanted ? AfterTool.Decision.markError(true) : AfterTool.Decision.KEEP;
  }
}
