package io.awaken.process;

import io.awaken.core.message.ToolCall;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.AfterTool;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;

/**
 * Looks at what the tools of a {@link Storeroom} have reserved before it counts: asks an {@link
 * Agency} where the call names one, and makes an error of what it does not want.
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
