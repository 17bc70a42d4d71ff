package io.awaken.http.api;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.Caller;
import io.awaken.http.json.NativeJson;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.upstream.AgentServerAdmin;
import io.awaken.http.submit.upstream.ToolServerAdmin;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/** What this server is, for operators. */
@Path("system")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class SystemResource {

  private static final String MANIFEST = "/META-INF/MANIFEST.MF";

  @Inject Supplier<RegistrySnapshot> registry;
  @Inject ConfigurationReport configuration;
  @Inject ToolServerAdmin servers;
  @Inject AgentServerAdmin agentServers;
  @Inject AdminRole admin;
  @Context SecurityContext security;
  @Context ServletContext application;

  @GET
  @Route(
      name = "getSystemInfo",
      summary = "What this server is, for operators.",
      answers = @Answer(Info.class),
      refuses = "403 forbidden unusable_caller")
  @Path("info")
  public Response info() {
    operator();
    return Response.ok(info(version())).build();
  }

  /**
   * @param version null if unknown
   */
  Info info(String version) {
    Caller caller = operator();
    long up = ManagementFactory.getRuntimeMXBean().getUptime() / 1_000;
    return new Info(
        version,
        caller.tenant(),
        up,
        false,
        false,
        false,
        registry(),
        breakers(),
        servers.servers().get(),
        agentServers.servers().get());
  }

  private Registry registry() {
    LiveRegistry.Version now = configuration.version().get();
    return new Registry(
        now.number(),
        now.since().truncatedTo(ChronoUnit.MILLIS).toString(),
        configuration.reloads(),
        configuration.problems().get(),
        configuration.warnings().get());
  }

  private Map<String, String> breakers() {
    var states = new TreeMap<String, String>();
    registry
        .get()
        .ports()
        .breakers()
        .notClosed()
        .forEach((name, state) -> states.put(name, state.wire()));
    return states;
  }

  /** The names of the plugins that are installed. */
  @GET
  @Route(
      name = "listModules",
      summary = "The names of the plugins that are installed, for operators.",
      answers = @Answer(String[].class),
      refuses = "403 forbidden unusable_caller")
  @Path("modules")
  public Response modules() {
    return Response.ok(NativeJson.bytes(names().toArray(String[]::new))).build();
  }

  List<String> names() {
    operator();
    return registry.get().plugins().names().stream().sorted().toList();
  }

  private Caller operator() {
    Caller caller = Callers.of(security);
    admin.require(caller);
    return caller;
  }

  private String version() {
    try (InputStream manifest = application.getResourceAsStream(MANIFEST)) {
      return manifest == null
          ? null
          : new Manifest(manifest)
              .getMainAttributes()
              .getValue(Attributes.Name.IMPLEMENTATION_VERSION);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Information about the server for operators.
   *
   * @param scopeId the operator's tenant
   * @param uptimeSeconds of the server's process
   * @param modelBreakers models, and members as {@code pool/member}, that this node does not call
   *     after failures ({@code open}) or probes ({@code half_open})
   * @param mcpServers MCP servers, as this node sees them
   * @param a2aServers A2A servers, as this node sees them
   */
  record Info(
      String version,
      @Required String scopeId,
      long uptimeSeconds,
      boolean configStoreEnabled,
      boolean auditLogEnabled,
      boolean runtimeStatsEnabled,
      @Required Registry registry,
      @Required Map<String, String> modelBreakers,
      @Required List<ToolServerAdmin.Server> mcpServers,
      @Required List<AgentServerAdmin.Server> a2aServers) {}

  /**
   * The agents, models, providers and tools of this node.
   *
   * @param version counted from 1 since the node started; each change increments it
   * @param since when this version became active
   * @param reload whether changes of the configuration folder are published while the node runs
   * @param problems of documents; their earlier versions stay active
   * @param warnings of active documents, such as a permission rule that no call can reach
   */
  record Registry(
      long version,
      @Required String since,
      boolean reload,
      @Required List<ConfigurationReport.Problem> problems,
      @Required List<ConfigurationReport.Problem> warnings) {}
}
