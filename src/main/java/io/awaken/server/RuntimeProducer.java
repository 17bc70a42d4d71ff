package io.awaken.server;

import io.awaken.builtin.a2a.A2aServers;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.mailbox.control.RunCanceller;
import io.awaken.core.mailbox.control.RunDecider;
import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.run.Ids;
import io.awaken.core.run.Sharing;
import io.awaken.core.store.ServerKeys;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.JobList;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.submit.MediaRules;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RunService;
import io.awaken.core.webhook.AnswerTokens;
import io.awaken.core.webhook.FailedDeliveries;
import io.awaken.http.api.ConfigurationReport;
import io.awaken.http.front.PublicAddress;
import io.awaken.http.oauth.ProtectedResource;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.AnonymousAccess;
import io.awaken.http.security.CallerRules;
import io.awaken.http.security.CurrentClient;
import io.awaken.http.security.FileTokens;
import io.awaken.http.security.RefusedLogins;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.load.BodyTime;
import io.awaken.http.security.load.RequestFigures;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.security.load.RequestLimits;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.WaitLimit;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.CallStreams;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.PushDesk;
import io.awaken.http.submit.upstream.AgentServerAdmin;
import io.awaken.http.submit.upstream.ToolServerAdmin;
import io.awaken.http.submit.upstream.ToolServerGrants;
import io.awaken.protocol.a2a.CardSigner;
import io.awaken.protocol.a2a.PushPorts;
import io.awaken.protocol.agui.DisconnectPolicy;
import io.awaken.protocol.mcp.LogLevels;
import io.awaken.protocol.mcp.McpServer.McpSettings;
import io.awaken.protocol.mcp.Signatures;
import io.awaken.protocol.mcp.StandingStreams;
import io.awaken.protocol.mcp.call.DirectCalls;
import io.awaken.protocol.mcp.call.OfferedTools;
import io.awaken.protocol.mcp.resource.DocumentResources;
import io.awaken.protocol.mcp.resource.Prompts;
import io.awaken.runtime.RuntimeStores;
import io.awaken.runtime.UuidIds;
import io.awaken.server.metrics.MeteredRequests;
import io.awaken.server.metrics.RuntimeMetrics;
import io.awaken.server.settings.HttpSetting;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

/** Offers the runtime's parts to resources and servlets, each made once and without a proxy. */
@Dependent
public class RuntimeProducer {

  @Inject private RuntimeHost host;
  @Inject private RuntimeStores stores;

  @Produces
  @Singleton
  RunService runs(Quotas quotas) {
    return host.node().service(quotas);
  }

  @Produces
  @Singleton
  RunInterrupter interrupter() {
    return host.node().interrupter();
  }

  @Produces
  @Singleton
  RunCanceller canceller() {
    return host.node().canceller();
  }

  @Produces
  @Singleton
  RunDecider decider() {
    return host.node().decider();
  }

  @Produces
  @Singleton
  FailedDeliveries failedDeliveries() {
    return host.node().failedDeliveries();
  }

  @Produces
  @Singleton
  PushPorts pushPorts() {
    var desk = new PushDesk(stores.outbox(), host.node()::toDeliver);
    return new PushPorts(stores.outbox(), desk, host.guardedHttp(), host.pushSecrets());
  }

  @Produces
  @Singleton
  AnswerTokens answerTokens() {
    return new AnswerTokens(host.documents()::webhooks);
  }

  @Produces
  @Singleton
  SuspensionStore suspensions() {
    return stores.suspensions();
  }

  @Produces
  @Singleton
  Streams streams() {
    return host.streams();
  }

  @Produces
  @Singleton
  StreamThreads streamThreads() {
    return host.streamThreads();
  }

  @Produces
  @Singleton
  RequestLimits limits() {
    return ServerConfiguration.requests(host.settings());
  }

  @Produces
  @Singleton
  CallerRules callers() {
    return host.callers();
  }

  @Produces
  @Singleton
  AnonymousAccess anonymous() {
    return host.anonymous();
  }

  @Produces
  @Singleton
  CardSigner cardSigner() {
    return host.cards();
  }

  @Produces
  @Singleton
  FileTokens fileTokens() {
    return new FileTokens(host.tokens());
  }

  @Produces
  @Singleton
  ClientOrigins origins() {
    return host.origins();
  }

  @Produces
  @Singleton
  RefusedLogins refusedLogins() {
    return new RefusedLogins(
        host.origins(), ServerConfiguration.jwt(host.callers().leeway()), System::nanoTime);
  }

  @Produces
  @Singleton
  Sharing sharing() {
    return ServerConfiguration.sharing(host.settings());
  }

  @Produces
  @Singleton
  AdminRole adminRole() {
    return new AdminRole(host.settings().text(HttpSetting.ADMIN_ROLE).orElse(null));
  }

  @Produces
  @Singleton
  WaitLimit waitLimit() {
    return new WaitLimit(host.settings().duration(HttpSetting.WAIT_MAX));
  }

  @Produces
  @Singleton
  GuardedHttp guardedHttp() {
    return host.guardedHttp();
  }

  @Produces
  @Singleton
  JobList jobs() {
    return stores.mailbox().queue();
  }

  @Produces
  @Singleton
  Quotas quotas(CurrentClient client, RunStore runs) {
    return ServerConfiguration.quotas(host.settings(), () -> CurrentClient.countedAs(client), runs);
  }

  @Produces
  @Singleton
  MediaRules mediaRules() {
    return ServerConfiguration.media(host.settings());
  }

  @Produces
  @Singleton
  DefaultAgent defaultAgent() {
    return new DefaultAgent(
        host.registry(), host.settings().text(HttpSetting.DEFAULT_AGENT).orElse(null));
  }

  @Produces
  @Singleton
  DisconnectPolicy departures() {
    return new DisconnectPolicy(
        host.settings().choice(HttpSetting.AGUI_CANCEL).equals("true"),
        (run, caller) -> host.node().canceller().cancel(run, caller),
        host.streamThreads().blocking());
  }

  @Produces
  @Singleton
  Signatures signatures(ServerKeys keys) {
    return new Signatures(() -> keys.key("mcp", RuntimeProducer::secret), InstantSource.system());
  }

  private static byte[] secret() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  @Produces
  @Singleton
  OfferedTools offeredTools() {
    return new OfferedTools(host.registry(), host.node().parts());
  }

  @Produces
  @Singleton
  PublicAddress publicAddress() {
    return PublicAddress.of(
        host.settings().text(HttpSetting.PUBLIC_URL), host.browsers().hosts(), host.origins());
  }

  @Produces
  @Singleton
  ProtectedResource mcpResource(PublicAddress address) {
    return ServerConfiguration.mcp(host.settings(), address);
  }

  @Produces
  @Singleton
  DirectCalls directCalls(OfferedTools offered, StreamThreads threads) {
    return new DirectCalls(
        offered, host.node().standaloneCalls(), new CallStreams(host.streams(), threads));
  }

  @Produces
  @Singleton
  McpSettings mcp() {
    return new McpSettings(host.settings().duration(HttpSetting.MCP_SESSION));
  }

  @Produces
  @Singleton
  ThreadLimits threadLimits() {
    return ServerConfiguration.threads(host.settings());
  }

  @Produces
  @Singleton
  BodyTime bodyTime() {
    return new BodyTime(host.settings().duration(HttpSetting.BODY_TIME), System::nanoTime);
  }

  @Produces
  @Singleton
  RequestGate gate(RequestLimits limits) {
    var gate = new RequestGate(limits, ServerConfiguration.waiting(host.settings()));
    host.metrics()
        .gauge("awaken_http_requests_in_flight", "Requests being processed", gate::inside);
    host.metrics()
        .gauge("awaken_http_requests_waiting", "Requests that wait for a place", gate::waiting);
    return gate;
  }

  @Produces
  @Singleton
  RequestFigures requests() {
    return new MeteredRequests(host.metrics(), System::nanoTime);
  }

  @Produces
  @Singleton
  RuntimeMetrics metrics() {
    return host.metrics();
  }

  @Produces
  @Singleton
  LiveRegistry registry() {
    return host.registry();
  }

  @Produces
  @Singleton
  ConfigurationReport configuration() {
    return new ConfigurationReport(
        host.reloads(),
        host.registry()::version,
        () -> problems(host.documents().problems()),
        () -> problems(host.documents().warnings()));
  }

  @Produces
  @Singleton
  ToolServerAdmin toolServers() {
    return host.toolServers();
  }

  @Produces
  @Singleton
  AgentServerAdmin agentServers() {
    return new AgentServerAdmin(
        () -> host.agentServers().report().stream().map(RuntimeProducer::server).toList());
  }

  private static AgentServerAdmin.Server server(A2aServers.ServerReport report) {
    return new AgentServerAdmin.Server(
        report.id(),
        report.state(),
        report.version(),
        report.agents(),
        report.reason(),
        report.nextReadS());
  }

  @Produces
  @Singleton
  ToolServerGrants toolServerGrants() {
    return host.toolServerGrants();
  }

  private static List<ConfigurationReport.Problem> problems(List<DocumentProblem> found) {
    return found.stream()
        .map(
            problem -> {
              DocumentProblem.Position at = problem.position();
              Integer line = at == null ? null : at.line();
              Integer column = at == null ? null : at.column();
              return new ConfigurationReport.Problem(
                  problem.file(), line, column, problem.field(), problem.reason());
            })
        .toList();
  }

  @Produces
  @Singleton
  RunStore runs() {
    return stores.runs();
  }

  @Produces
  @Singleton
  ThreadStore threads() {
    return stores.threads();
  }

  @Produces
  @Singleton
  EventLog log() {
    return stores.log();
  }

  @Produces
  @Singleton
  Ids ids() {
    return new UuidIds();
  }

  @Produces
  @Singleton
  Prompts prompts() {
    return new Prompts(host.documents()::prompts);
  }

  @Produces
  @Singleton
  DocumentResources documentResources() {
    return new DocumentResources(host.documents()::resources);
  }

  @Produces
  @Singleton
  StandingStreams standingStreams() {
    return new StandingStreams();
  }

  @Produces
  @Singleton
  LogLevels logLevels() {
    return new LogLevels();
  }
}
