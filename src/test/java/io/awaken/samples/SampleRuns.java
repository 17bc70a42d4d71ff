package io.awaken.samples;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.AgentSpecBuilder;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.tool.Tool;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.RunResult;
import io.awaken.runtime.RuntimeStores;
import io.awaken.testkit.CollectingSink;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs of an agent with one plugin of the sample projects, in one JVM. */
final class SampleRuns implements AutoCloseable {

  static final Caller ADA = new Caller("default", "ada", Set.of());

  private final RuntimeStores stores = RuntimeStores.inMemory(InstantSource.system());
  private final CollectingSink sink = new CollectingSink();
  private final AgentRuntime runtime;

  SampleRuns(LlmExecutor model, Plugin plugin, Map<String, JsonNode> sections, Tool... tools) {
    AgentSpecBuilder agent = AgentSpec.builder("a", "m").plugins(plugin.descriptor().name());
    sections.forEach(agent::section);
    var builder =
        AgentRuntime.builder()
            .withStores(stores)
            .withAgentSpec(agent.build())
            .withModel(new ModelSpec("m", "p", "any"))
            .withProvider("p", model)
            .withPlugin(plugin);
    Arrays.stream(tools).forEach(tool -> builder.withTool(tool.descriptor().id(), tool));
    runtime = builder.build();
  }

  /** What ada asks in a thread. */
  RunResult run(String thread, String text) {
    return run(thread, text, ADA);
  }

  RunResult run(String thread, String text, Caller caller) {
    return runtime.run(new RunRequest("a", new ThreadId(thread), List.of(text), caller), sink);
  }

  /** Events of this kind since the last time this was asked. */
  <E extends AgentEvent> List<E> events(Class<E> kind) {
    return sink.take().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  List<String> texts(String thread) {
    return stores.threads().history(new ThreadId(thread)).stream().map(Message::text).toList();
  }

  @Override
  public void close() {
    runtime.close();
  }
}
