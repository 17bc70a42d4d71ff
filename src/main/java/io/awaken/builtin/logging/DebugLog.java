package io.awaken.builtin.logging;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.Registration;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.plugin.hook.BeforeTool;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Writes one line of JSON for every phase and extension point that a run passes, for finding out
 * why a run behaved as it did. Each line has {@code at}, {@code point}, {@code run}, {@code
 * thread}, {@code agent} and {@code step}; contents and events only if enabled. In contents, values
 * named like {@code password} or {@code api_key} and tokens of known formats are replaced; of
 * pieces of answers and arguments only the length is logged. No failure here affects a run.
 * Thread-safe.
 */
public final class DebugLog implements Plugin {

  public static final String NAME = "debug-log";

  /** After all other parts, to log the effective values. */
  private static final int LAST = 20_000;

  private final DebugLines lines;
  private final DebugDetails details;
  private final DebugLogOptions options;

  /**
   * @param out receives the lines; closed with the plugin if closeable
   * @param clock for the time of each line
   */
  public DebugLog(Appendable out, InstantSource clock, DebugLogOptions options) {
    this.lines = new DebugLines(out, clock, options);
    this.details = new DebugDetails(options.contents());
    this.options = options;
  }

  /**
   * Appends to a file.
   *
   * @throws IOException when it cannot be opened for writing
   */
  public static DebugLog toFile(Path file, InstantSource clock, DebugLogOptions options)
      throws IOException {
    return new DebugLog(DebugLines.open(file), clock, options);
  }

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "writes a line of JSON for each activity of runs", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    for (Phase phase : Phase.values()) {
      quiet(registrar.registerPhaseHook(phase, this::entered));
    }
    registerAgent(registrar);
    registerModel(registrar);
    registerModelFailure(registrar);
    registerTool(registrar);
    if (options.events()) {
      quiet(
          registrar.onEvent(
              (run, tagged) -> {
                boolean partial = tagged.event() instanceof AgentEvent.Delta;
                if (!partial || options.partials()) {
                  lines.write("on_event", run, null, details.of(tagged));
                }
                return null;
              }));
    }
  }

  private StateCommand entered(PhaseContext context) {
    lines.write(
        "phase " + DebugDetails.wire(context.phase()),
        context.run(),
        context.step(),
        details.of(context));
    return null;
  }

  private void registerAgent(PluginRegistrar registrar) {
    quiet(
        registrar.beforeAgent(
            context -> {
              lines.write("before_agent", context.run(), context.step(), DebugDetails.none());
              return Optional.empty();
            }));
    quiet(
        registrar.afterAgent(
            (context, summary) -> {
              lines.write("after_agent", context.run(), context.step(), details.of(summary));
              return Optional.empty();
            }));
    quiet(
        registrar.afterRun(
            summary -> lines.write("after_run", summary.run(), null, details.of(summary))));
  }

  private void registerModel(PluginRegistrar registrar) {
    quiet(
        registrar.beforeModel(
            (context, request) -> {
              lines.write("before_model", context.run(), context.step(), details.of(request));
              return new BeforeModel.Proceed(request);
            }));
    quiet(
        registrar.afterModel(
            (context, request, answer) -> {
              lines.write("after_model", context.run(), context.step(), answer(request, answer));
              return AfterModel.Decision.KEEP;
            }));
  }

  private void registerModelFailure(PluginRegistrar registrar) {
    quiet(
        registrar.onModelFailure(
            (context, failure) -> {
              lines.write(
                  "model_failure",
                  context.run(),
                  context.step(),
                  DebugDetails.none().put("kind", DebugDetails.wire(failure.kind())));
              return null;
            }));
  }

  private void registerTool(PluginRegistrar registrar) {
    quiet(
        registrar.beforeTool(
            (context, call) -> {
              lines.write("before_tool", context.run(), context.step(), details.of(call));
              return new BeforeTool.Proceed(call.arguments());
            }));
    quiet(
        registrar.afterTool(
            (context, call, result) -> {
              lines.write("after_tool", context.run(), context.step(), details.of(call, result));
              return AfterTool.Decision.KEEP;
            }));
  }

  private ObjectNode answer(LlmRequest request, StreamResult answer) {
    return details.of(answer).put("model", request.model());
  }

  private static void quiet(Registration<?> part) {
    part.priority(LAST).onFailure(FailurePolicy.IGNORE);
  }

  @Override
  public void close() {
    lines.close();
  }
}
