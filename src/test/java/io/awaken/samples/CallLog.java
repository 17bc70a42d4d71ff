package io.awaken.samples;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.plugin.hook.BeforeTool;
import java.util.Optional;
import java.util.function.Consumer;

/** Says where a run begins and ends to do something. */
public final class CallLog implements Plugin {

  private final Consumer<String> out;

  public CallLog(Consumer<String> out) {
    this.out = out;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("call-log");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.beforeAgent(
        context -> {
          out.accept("> agent " + context.run().agentId());
          return Optional.empty();
        });
    registrar.beforeModel(
        (context, request) -> {
          out.accept("> model " + request.model());
          return new BeforeModel.Proceed(request);
        });
    registrar.afterModel(
        (context, request, answer) -> {
          out.accept("< model " + request.model());
          return AfterModel.Decision.KEEP;
        });
    registrar.beforeTool(
        (context, call) -> {
          out.accept("> tool " + call.name());
          return new BeforeTool.Proceed(call.arguments());
        });
    registrar.afterTool(
        (context, call, result) -> {
          out.accept("< tool " + call.name() + (result.failed() ? " failed" : ""));
          return AfterTool.Decision.KEEP;
        });
    registrar.afterAgent(
        (context, summary) -> {
          out.accept("< agent " + context.run().agentId());
          return Optional.empty();
        });
  }
}
