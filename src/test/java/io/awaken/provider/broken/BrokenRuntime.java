package io.awaken.provider.broken;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.TestNode;
import io.awaken.provider.broken.ChaosEndpoint.Fault;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.RunResult;
import io.awaken.runtime.RuntimeStores;
import io.awaken.testkit.CollectingSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An embedded runtime whose model is a chaos endpoint. Retries do not wait. */
final class BrokenRuntime implements AutoCloseable {

  private final BrokenWire wire;
  private final ChaosEndpoint endpoint;
  private final ObservedAdapter adapter;
  private final RuntimeStores stores = TestNode.inMemory();
  private final List<String> executed = new ArrayList<>();
  private final AgentRuntime runtime;

  BrokenRuntime(BrokenWire wire) {
    this(wire, 20);
  }

  /**
   * @param timeoutSecs maximum silence of the provider before its answer
   */
  BrokenRuntime(BrokenWire wire, int timeoutSecs) {
    this.wire = wire;
    endpoint = new ChaosEndpoint(wire);
    adapter = new ObservedAdapter(wire.adapter());
    JsonNode idle = JsonNodeFactory.instance.numberNode(1);
    var provider =
        new ProviderSpec(
            "p",
            adapter.name(),
            new Secret("key"),
            endpoint.baseUrl(),
            timeoutSecs,
            Map.of("idle_timeout_secs", idle));
    var retry = JsonNodeFactory.instance.objectNode().put("backoff_base_ms", 0);
    runtime =
        AgentRuntime.builder()
            .withStores(stores)
            .withAgentSpec(AgentSpec.builder("a", "m").section("retry", retry).build())
            .withModel(new ModelSpec("m", "p", "any"))
            .withProvider(provider, adapter)
            .withTool("get_weather", tool("get_weather"))
            .withTool("current_time", tool("current_time"))
            .build();
  }

  private FunctionTool tool(String name) {
    return new FunctionTool(
            name,
            (arguments, context) -> {
              executed.add(name + arguments);
              return ToolResult.success(name, TextNode.valueOf(ChaosEndpoint.RESULT));
            })
        .describedBy(JsonNodeFactory.instance.objectNode().put("type", "object"));
  }

  /** One run with this fault in its first answers; without it they call two tools. */
  BrokenRun run(Fault fault, int cut, int times) {
    return run(wire.calls(), fault, cut, times);
  }

  /** One run with this fault in its first answers; without it the model answers this first. */
  BrokenRun run(byte[] recorded, Fault fault, int cut, int times) {
    endpoint.next(recorded, fault, cut, times);
    executed.clear();
    adapter.take();
    var sink = new CollectingSink();
    RunResult result = runtime.run(RunRequest.of("a", "Which weather?"), sink);
    return new BrokenRun(
        result,
        sink.take(),
        endpoint.requests(),
        adapter.take(),
        List.copyOf(executed),
        stores.threads().history(result.threadId()));
  }

  @Override
  public void close() throws IOException {
    runtime.close();
    endpoint.close();
  }
}
