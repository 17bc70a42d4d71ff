package io.awaken.http.api;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.run.Caller;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.submit.upstream.AgentServerAdmin;
import io.awaken.http.submit.upstream.ToolServerAdmin;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The routes with information about the server. */
@Rows({231, 236})
class SystemRoutesTest {

  private static SystemResource of(Caller caller) {
    var plugins = PluginSet.of(List.of(), List.of(new TestPlugin("later", parts -> {})));
    var registry =
        new RegistrySnapshot(Map.of(), Map.of(), Map.of(), Map.of(), plugins, ModelPorts.plain());
    var resource = new SystemResource();
    resource.registry = () -> registry;
    resource.configuration =
        new ConfigurationReport(
            true,
            LiveRegistry.of(registry)::version,
            () ->
                List.of(
                    new ConfigurationReport.Problem(
                        "agents/clerk.yaml", 3, 1, "max_rounds", "must be 1 to 1000")),
            () ->
                List.of(
                    new ConfigurationReport.Problem(
                        "agents/guide.yaml", 7, 3, "sections.permission.rules[1]", "is hidden")));
    resource.servers =
        new ToolServerAdmin(
            () ->
                List.of(
                    new ToolServerAdmin.Server(
                        "files",
                        "http",
                        "unavailable",
                        null,
                        0,
                        "timeout",
                        "it did not answer within 5000 ms",
                        List.of(),
                        null)),
            (server, tool, hash, by) -> "unknown");
    resource.agentServers =
        new AgentServerAdmin(
            () ->
                List.of(
                    new AgentServerAdmin.Server(
                        "far", "reachable", "1.2", List.of("far-writer"), null, 300)));
    resource.admin = new AdminRole("operators");
    resource.security = KnownCallers.of(caller);
    return resource;
  }

  @Test
  void operatorsSeeInformationAboutTheServer() {
    SystemResource system = of(RunsApi.OPERATOR);

    JsonNode info = AskingApi.wire(system.info("1.2"));
    assertThat(info.get("version").asText()).isEqualTo("1.2");
    assertThat(info.get("scope_id").asText()).isEqualTo("default");
    assertThat(info.get("uptime_seconds").asLong()).isNotNegative();
    assertThat(info.get("config_store_enabled").asBoolean()).isFalse();
    assertThat(info.get("model_breakers")).isEmpty();
    JsonNode registry = info.get("registry");
    assertThat(registry.get("version").asLong()).isEqualTo(1);
    assertThat(Instant.parse(registry.get("since").asText())).isBefore(Instant.now());
    assertThat(registry.get("reload").asBoolean()).isTrue();
    assertThat(registry.get("problems"))
        .hasToString(
            "[{\"file\":\"agents/clerk.yaml\",\"line\":3,\"column\":1,"
                + "\"field\":\"max_rounds\",\"message\":\"must be 1 to 1000\"}]");
    assertThat(registry.get("warnings"))
        .hasToString(
            "[{\"file\":\"agents/guide.yaml\",\"line\":7,\"column\":3,"
                + "\"field\":\"sections.permission.rules[1]\",\"message\":\"is hidden\"}]");
    assertThat(info.get("mcp_servers"))
        .hasToString(
            "[{\"id\":\"files\",\"transport\":\"http\",\"state\":\"unavailable\",\"tools\":0,"
                + "\"code\":\"timeout\",\"reason\":\"it did not answer within 5000 ms\","
                + "\"withheld\":[]}]");
    assertThat(info.get("a2a_servers"))
        .hasToString(
            "[{\"id\":\"far\",\"state\":\"reachable\",\"version\":\"1.2\","
                + "\"agents\":[\"far-writer\"],\"next_read_seconds\":300}]");
    assertThat(system.names()).containsExactly("later");
    SystemResource others = of(ADA);
    assertThat(refusal(() -> others.info("1.2")).status()).isEqualTo(403);
    assertThat(refusal(others::names).status()).isEqualTo(403);
  }
}
