package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.mcp.McpServers.ServerReport;
import io.awaken.core.message.ToolResult;
import io.awaken.core.outbound.CheckedHttp;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.SettableClock;
import io.awaken.oauth.OAuthClients;
import io.awaken.testkit.ToolCallContexts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** MCP servers with real connections and threads, without a runtime. */
final class ServersUnderTest implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  static final String REDIRECT = "https://agents.example/v1/mcp-servers/oauth/callback";

  final SettableClock clock;
  final SecretVault vault;
  final ToolPins pins;
  final AtomicInteger changes = new AtomicInteger();
  final McpServers servers;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService processes = Executors.newCachedThreadPool();
  private final CheckedHttp http;

  /**
   * @param ports reachable ports of this machine
   */
  ServersUnderTest(String... ports) {
    this(true, ports);
  }

  ServersUnderTest(boolean stdio, String... ports) {
    this(ToolPins.inMemory(), stdio, ports);
  }

  ServersUnderTest(ToolPins pins, boolean stdio, String... ports) {
    this(pins, stdio, new SettableClock(), ports);
  }

  private ServersUnderTest(ToolPins pins, boolean stdio, SettableClock clock, String... ports) {
    this(pins, stdio, clock, SecretVault.inMemory(clock), ports);
  }

  /**
   * @param vault may be shared with another node; null for none
   */
  ServersUnderTest(SettableClock clock, SecretVault vault, String... ports) {
    this(ToolPins.inMemory(), true, clock, vault, ports);
  }

  private ServersUnderTest(
      ToolPins pins, boolean stdio, SettableClock clock, SecretVault vault, String... ports) {
    this.pins = pins;
    this.clock = clock;
    this.vault = vault;
    http =
        CheckedHttp.of(
            TargetRules.of(true, List.of(ports), List.of("127.0.0.0/8")),
            threads,
            Duration.ofSeconds(5));
    servers =
        new McpServers(
            new McpEnvironment(
                http,
                stdio,
                threads,
                processes,
                time -> Thread.sleep(time.dividedBy(20)),
                pins,
                OAuthClients.of(clock, vault, REDIRECT)));
    servers.onChange(changes::incrementAndGet);
  }

  static ServersUnderTest of(ScriptedServer server) {
    return new ServersUnderTest(String.valueOf(server.port()));
  }

  /** Connects and waits for each server's first list. */
  ServersUnderTest connected(McpServerSpec... specs) {
    servers.configure(List.of(specs));
    servers.connect(PATIENCE);
    return this;
  }

  List<String> ids() {
    return servers.tools().stream().map(tool -> tool.descriptor().id()).toList();
  }

  Tool tool(String id) {
    return servers.tools().stream()
        .filter(tool -> tool.descriptor().id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + id + " among " + ids()));
  }

  ToolResult call(String id, JsonNode arguments) throws ToolException, InterruptedException {
    return tool(id).execute(arguments, context(id)).result();
  }

  static ToolCallContext context(String id) {
    return ToolCallContexts.test(id);
  }

  ServerReport report() {
    return servers.report().getFirst();
  }

  /** Checks like the server each second, until the condition is met. */
  void until(BooleanSupplier condition) throws InterruptedException {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - begin).as("it took too long").isLessThan(PATIENCE.toNanos());
      servers.refreshDue();
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    servers.close();
    http.close();
    threads.shutdownNow();
    processes.shutdownNow();
  }
}
