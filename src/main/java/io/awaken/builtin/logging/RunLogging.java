package io.awaken.builtin.logging;

import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.plugin.hook.BeforeTool;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Logs start, end and duration of agents, model calls and tool calls at level DEBUG (features row
 * 82). Ids, names, sizes and codes only: no content of messages. When the level is off, it costs
 * only that check. Thread-safe.
 */
public final class RunLogging implements Plugin {

  public static final String NAME = "run-logging";

  private static final Logger LOG = System.getLogger(RunLogging.class.getName());

  /** Before all other parts, so that it sees what they answer or replace. */
  private static final int FIRST = -20_000;

  private final Stopwatches watches;

  public RunLogging() {
    this(System::nanoTime);
  }

  /**
   * @param nanoTime a clock that only goes forward, in nanoseconds
   */
  public RunLogging(LongSupplier nanoTime) {
    this.watches = new Stopwatches(nanoTime);
  }

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "logs agents, model calls and tool calls", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar
        .beforeAgent(
            context -> {
              started(context.run(), "agent", context.run().agentId());
              return Optional.empty();
            })
        .priority(FIRST)
        .onFailure(FailurePolicy.IGNORE);
    registrar
        .afterAgent(
            (context, summary) -> {
              ended(context.run(), "agent", context.run().agentId(), "");
              return Optional.empty();
            })
        .priority(FIRST)
        .onFailure(FailurePolicy.IGNORE);
    registrar.afterRun(this::ended).priority(FIRST);
    registerModel(registrar);
    registerModelFailure(registrar);
    registerTool(registrar);
  }

  private void registerModel(PluginRegistrar registrar) {
    registrar
        .beforeModel(
            (context, request) -> {
              started(context.run(), "model", request.model());
              return new BeforeModel.Proceed(request);
            })
        .priority(FIRST)
        .onFailure(FailurePolicy.IGNORE);
    registrar
        .afterModel(
            (context, request, answer) -> {
              ended(context.run(), "model", request.model(), figures(answer));
              return AfterModel.Decision.KEEP;
            })
        .priority(FIRST)
        .onFailure(FailurePolicy.IGNORE);
  }

  private void registerModelFailure(PluginRegistrar registrar) {
    registrar
        .onModelFailure(
            (context, failure) -> {
              ended(context.run(), "model", "call", ", failed with " + failure.kind());
              return null;
            })
        .priority(FIRST)
        .onFailure(FailurePolicy.IGNORE);
  }

  private void registerTool(PluginRegistrar registrar) {
    registrar
        .beforeTool(
            (context, call) -> {
              started(context.run(), "tool", named(call));
              return new BeforeTool.Proceed(call.arguments());
            })
        .priority(FIRST)
        .onFailure(FailurePolicy.IGNORE);
    registrar
        .afterTool(
            (context, call, result) -> {
              ended(context.run(), "tool", named(call), outcome(result));
              return AfterTool.Decision.KEEP;
            })
        .priority(FIRST)
        .onFailure(FailurePolicy.IGNORE);
  }

  private void started(RunIdentity run, String what, String name) {
    if (LOG.isLoggable(Level.DEBUG)) {
      watches.start(run.runId(), key(what, name));
      LOG.log(Level.DEBUG, "run {0}: {1} {2} starts", run.runId(), what, name);
    }
  }

  private void ended(RunIdentity run, String what, String name, String how) {
    if (LOG.isLoggable(Level.DEBUG)) {
      String took = watches.stop(run.runId(), key(what, name));
      LOG.log(Level.DEBUG, "run {0}: {1} {2} ends{3}{4}", run.runId(), what, name, took, how);
    }
  }

  private void ended(RunSummary summary) {
    watches.forget(summary.run().runId());
    if (LOG.isLoggable(Level.DEBUG)) {
      LOG.log(
          Level.DEBUG,
          "run {0} ended: {1}, {2} steps, {3} tokens in, {4} out",
          summary.run().runId(),
          summary.termination().getClass().getSimpleName(),
          Integer.toString(summary.steps()),
          Long.toString(summary.inputTokens()),
          Long.toString(summary.outputTokens()));
    }
  }

  /** A run makes one model call at a time, so the name is irrelevant. */
  private static String key(String what, String name) {
    return what.equals("model") ? what : what + ' ' + name;
  }

  private static String named(ToolCall call) {
    return call.name() + ' ' + call.id();
  }

  private static String figures(StreamResult answer) {
    return ", " + answer.toolCalls().size() + " calls, stops for " + answer.stopReason();
  }

  private static String outcome(ToolResult result) {
    return result.failed() ? ", failed with " + result.code() : ", succeeded";
  }

  /**
   * Start times of activities of runs. At most 10,000 runs are tracked, including those that never
   * ended here; further ones have no durations. Thread-safe.
   */
  static final class Stopwatches {

    private static final int MAX_RUNS = 10_000;

    private final LongSupplier nanoTime;
    private final Map<RunId, Map<String, Long>> running = new ConcurrentHashMap<>();

    Stopwatches(LongSupplier nanoTime) {
      this.nanoTime = nanoTime;
    }

    void start(RunId run, String what) {
      if (running.size() < MAX_RUNS || running.containsKey(run)) {
        running
            .computeIfAbsent(run, id -> new ConcurrentHashMap<>())
            .put(what, nanoTime.getAsLong());
      }
    }

    /** The duration as text; empty without a recorded start. */
    String stop(RunId run, String what) {
      Map<String, Long> begun = running.get(run);
      Long since = begun == null ? null : begun.remove(what);
      return since == null
          ? ""
          : " after " + TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - since) + " ms";
    }

    void forget(RunId run) {
      running.remove(run);
    }
  }
}
